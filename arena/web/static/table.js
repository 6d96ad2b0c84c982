// The card table: puts a moment into the places of a page that was made by `_table.html`.
"use strict";

function cardTable(root) {
  const all = (selector) => root.querySelectorAll(selector);
  const pack = new Map();
  for (const template of all("template[data-card]")) pack.set(template.dataset.card, template.content);
  const digits = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: false });

  /** An element of its own for that card, `""` for one that is face down. */
  const card = (code) => pack.get(code).cloneNode(true).firstElementChild;

  function fill(name, codes, chosen) {
    for (const element of all(`[data-cards="${name}"]`)) {
      const lit = name.startsWith("table") || name.startsWith("away") ? [] : chosen;
      const cards = codes.map((code) => {
        const found = card(code);
        if (code && lit.includes(code)) found.classList.add("chosen");
        return found;
      });
      element.replaceChildren(...cards);
    }
  }

  function draw(frame) {
    for (const [name, codes] of Object.entries(frame.cards)) fill(name, codes, frame.chosen);
    for (const [name, text] of Object.entries(frame.texts))
      for (const element of all(`[data-text="${name}"]`)) element.textContent = text;
    for (const side of all("[data-side]"))
      side.classList.toggle("on-turn", Number(side.dataset.side) === frame.turn);
    for (const spot of all("[data-spot]"))
      spot.classList.toggle("took", Number(spot.dataset.spot) === frame.taker);
    for (const mark of all("[data-hakem]")) mark.hidden = Number(mark.dataset.hakem) !== frame.hakem;
    for (const mark of all("[data-trump]")) mark.hidden = mark.dataset.trump !== frame.trump;
    root.querySelector('[data-number="deal"]').textContent = digits.format(frame.deal);
    root.querySelector(".felt").dataset.phase = frame.phase;
  }

  return { draw, card, number: (value) => digits.format(value) };
}
