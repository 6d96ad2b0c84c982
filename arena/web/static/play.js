// A table to play at. What may be done comes from the server, with every moment; the page shows it,
// and says what was chosen. Whatever it knows is gone with a reload, and told again.
"use strict";

const HOLD = { own: 300, other: 550, trick: 1100, deal: 2600 };
/** Milliseconds for which a moment stays before the next; a click on the table ends the wait. */
const LATE = 20;
/** So many moments that wait are run through without a pause. */
const LINES = 60;

function play(root) {
  const one = (selector) => root.querySelector(selector);
  const all = (selector) => root.querySelectorAll(selector);
  const table = cardTable(root);
  const hand = one('[data-cards="hand0"]');
  const offered = one('[data-cards="offered"]');

  let socket = null;
  let patience = 500;
  let waiting = []; // messages that are not shown yet
  let timer = 0;
  let shown = Number(root.dataset.seen); // number of the moment that is on the table
  let frame = null;
  let asked = null;
  let answered = ""; // the request that was answered last: to be answered once
  let chosen = new Set();
  let engaged = false; // whether the keyboard's focus was at the cards

  // Moments

  function hear(told) {
    if (told.go) return location.assign(told.go);
    if (told.refused) {
      one("[data-hint]").textContent = told.refused;
      answered = "";
      return ask(asked);
    }
    waiting.push(told);
    if (!timer) next();
  }

  function next() {
    timer = 0;
    while (waiting.length) {
      const told = waiting.shift();
      const hold = show(told);
      if (hold && waiting.length < LATE) {
        timer = setTimeout(next, hold);
        return;
      }
    }
  }

  /** Puts a message on the page; for how long it is to stay. */
  function show(told) {
    const fresh = told.frame !== null && told.number > shown;
    if (told.frame && told.number >= shown) {
      frame = told.frame;
      shown = told.number;
      keepFocus(() => { table.draw(frame); });
      if (fresh) log(frame);
    }
    one("[data-hint]").textContent = told.hint;
    asked = told.asked;
    ask(asked?.id === answered ? null : asked);
    end(told.end);
    return fresh ? Number(root.dataset.pace ?? 1) * held(frame) : 0;
  }

  function held(moment) {
    if (moment.phase === "over") return HOLD.deal;
    if (moment.taker !== null) return HOLD.trick;
    return moment.actor === 0 ? HOLD.own : HOLD.other;
  }

  function log({ texts }) {
    const list = one("[data-log]");
    for (const [by, text] of [[texts.who, texts.did], ["", texts.outcome]]) {
      if (!text) continue;
      const line = document.createElement("li");
      const who = document.createElement("bdi");
      who.textContent = by;
      line.append(who, ` ${text}`);
      list.append(line);
    }
    while (list.children.length > LINES) list.firstElementChild.remove();
    list.scrollTop = list.scrollHeight;
  }

  // What is asked

  function ask(wanted) {
    chosen = new Set();
    keepFocus(() => {
      for (const part of all("[data-ask]")) part.hidden = part.dataset.ask !== wanted?.kind;
      buttons(hand, wanted && wanted.kind !== "pick" && wanted.kind !== "draw" ? wanted : null);
      if (wanted?.kind === "pick") buttons(offered, wanted);
      else if (offered.querySelector("button")) buttons(offered, null);
      root.classList.toggle("my-turn", wanted !== null);
      ready();
    });
    if (wanted && engaged) focusFirst(wanted);
  }

  /** Cards that can be reached: those that may be chosen are lit, the others are only read. */
  function buttons(place, wanted) {
    const cards = [...place.children].map((card) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = card.className;
      button.classList.remove("chosen");
      button.dataset.code = card.dataset.code;
      button.setAttribute("aria-label", card.getAttribute("aria-label"));
      button.append(...card.childNodes);
      const may = wanted?.cards.includes(button.dataset.code) ?? false;
      button.setAttribute("aria-disabled", String(!may));
      button.classList.toggle("may", may);
      if (wanted?.counts.length) button.setAttribute("aria-pressed", "false");
      return button;
    });
    place.replaceChildren(...cards);
    place.classList.toggle("choosing", wanted !== null);
    rove(place, cards.find((card) => card.classList.contains("may")) ?? cards[0]);
  }

  /** One card of a row is in the order of Tab; arrows lead to the others. */
  function rove(place, card) {
    for (const other of place.children) other.tabIndex = other === card ? 0 : -1;
  }

  function choose(card) {
    if (card.getAttribute("aria-disabled") === "true" || !asked) return;
    const code = card.dataset.code;
    if (asked.kind === "play") return act({ play: code });
    if (asked.kind === "pick") return act({ pick: code });
    if (!chosen.delete(code)) chosen.add(code);
    card.setAttribute("aria-pressed", String(chosen.has(code)));
    card.classList.toggle("chosen", chosen.has(code));
    ready();
  }

  /** Whether what was chosen is enough, and how the button says it. */
  function ready() {
    const part = one("[data-ask]:not([hidden])");
    const confirm = part?.querySelector("[data-confirm]");
    if (!confirm || !asked?.counts.length) return;
    const suit = part.querySelector("input:checked")?.value;
    const open = asked.kind === "open";
    confirm.disabled = !asked.counts.includes(chosen.size) || (open && !suit);
    confirm.dataset.plain ??= confirm.textContent;
    const names = confirm.dataset.suits?.split("|") ?? [];
    confirm.textContent = open && confirm.disabled ? confirm.dataset.plain : confirm.dataset.ready
      .replace("{suit}", names["SHDC".indexOf(suit)])
      .replace("{n}", table.number(chosen.size)).replace("{m}", table.number(asked.counts[0]));
  }

  function confirm() {
    const cards = [...chosen];
    if (asked?.kind === "throw") act({ throw: cards });
    if (asked?.kind === "open") act({ trump: one("[data-ask=open] input:checked").value, throw: cards });
  }

  function act(action) {
    if (asked.id === answered) return;
    answered = asked.id;
    say({ do: "act", ask: answered, action });
    ask(null);
  }

  // The keyboard's focus survives that cards are drawn anew.

  function keepFocus(change) {
    const active = document.activeElement;
    const within = root.querySelector(".stage").contains(active) && active !== document.body;
    if (within && active.closest(".hand, .offered, [data-ask]")) engaged = true;
    const code = active?.dataset?.code;
    const place = active?.closest?.("[data-cards]");
    const at = code ? [...place.children].indexOf(active) : -1;
    change();
    if (code && !document.contains(active)) {
      const again = place.querySelector(`[data-code="${code}"]`) ?? place.children[Math.min(at, place.children.length - 1)];
      if (again?.tagName === "BUTTON") again.focus();
    }
  }

  function focusFirst(wanted) {
    const active = document.activeElement;
    if (active !== document.body && !active.closest(".hand, .offered, [data-ask]")) return;
    const part = wanted.kind === "draw" ? one("[data-draw]") : one(".choosing .may");
    part?.focus();
    if (part?.dataset.code) rove(part.parentElement, part);
  }

  // The end

  function end(told) {
    const part = one(".end");
    one("[data-concede]").hidden = told !== null;
    if (!told || !part.hidden) return;
    part.hidden = false;
    root.classList.add("is-over");
    for (const name of ["title", "text"]) one(`[data-end=${name}]`).textContent = told[name];
    for (const name of ["replay", "match"]) {
      one(`[data-end=${name}]`).hidden = !told[name];
      one(`[data-end=${name}]`).href = told[name] || "#";
    }
    one("[data-spoken]").textContent = `${told.title}. ${told.text}`;
    if (engaged) one("[data-rematch]").focus();
    else part.scrollIntoView({ block: "nearest" });
  }

  // The line

  const lines = { 4404: "gone", 4409: "elsewhere" };

  function connect() {
    const url = `${root.dataset.socket}?seen=${shown}&lang=${document.documentElement.lang}`;
    const line = socket = new WebSocket(url);
    one("[data-here]").hidden = true;
    line.addEventListener("open", () => { patience = 500; tell(""); });
    line.addEventListener("message", ({ data }) => { if (line === socket) hear(JSON.parse(data)); });
    line.addEventListener("close", ({ code }) => {
      if (line !== socket) return;
      socket = null;
      waiting = [];
      answered = "";
      ask(asked = null);
      tell(root.dataset[lines[code] ?? "lost"]);
      one("[data-here]").hidden = code !== 4409;
      if (!lines[code]) setTimeout(() => { if (!socket) connect(); }, patience);
      patience = Math.min(8000, 2 * patience);
    });
  }

  function tell(text) {
    one("[data-line]").textContent = text;
    one("[data-line]").hidden = !text;
  }

  function say(message) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  // What is done on the page

  root.addEventListener("click", (event) => {
    const target = event.target.closest("button");
    if (!target) {
      if (timer && event.target.closest(".felt")) {
        clearTimeout(timer);
        next();
      }
    } else if (target.dataset.code) choose(target);
    else if (target.dataset.draw && asked) act({ draw: target.dataset.draw });
    else if ("confirm" in target.dataset) confirm();
    else if ("concede" in target.dataset) one("[data-sure]").showModal();
    else if ("rematch" in target.dataset) say({ do: "rematch" });
    else if ("here" in target.dataset) connect();
  });
  root.addEventListener("change", ready);
  root.addEventListener("submit", (event) => {
    if (event.target.method !== "dialog") event.preventDefault();
  });
  one("[data-sure]").addEventListener("close", ({ target }) => {
    if (target.returnValue === "yes") say({ do: "concede" });
    target.returnValue = "no";
  });
  root.addEventListener("keydown", (event) => {
    const card = event.target.closest?.("button[data-code]");
    if (!card || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = [...card.parentElement.children];
    const at = row.indexOf(card);
    // The row runs from left to right in both directions of writing.
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: row.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const other = row[Math.max(0, Math.min(row.length - 1, to))];
    rove(card.parentElement, other);
    other.focus();
  });
  addEventListener("online", () => { if (!socket) connect(); });

  one("[data-log]").scrollTop = one("[data-log]").scrollHeight;
  connect();
}

play(document.querySelector(".play"));
