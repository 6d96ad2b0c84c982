// Steps through a replay: the moments come once, then every step fills the places of the table.
// The page itself is complete without this; links to moments become steps.
"use strict";

const SECOND = 900;

function start(root) {
  const all = (selector) => root.querySelectorAll(selector);
  const table = cardTable(root);

  let view = root.dataset.view;
  let frames = [];
  let at = 0;
  let timer = 0;

  const embedded = (which) => {
    const data = document.getElementById(`${root.dataset.frames}-${which}`);
    return data ? JSON.parse(data.textContent) : null;
  };
  const load = async (which) =>
    root.dataset.frames ? embedded(which) : (await fetch(root.dataset.replay)).json();

  const place = (deal, move) => frames.findIndex((f) => f.deal === deal && f.move === move);
  const ends = () => {
    const deal = frames[at].deal;
    return [frames.findIndex((f) => f.deal === deal), frames.findLastIndex((f) => f.deal === deal)];
  };

  function show(where, moved = true) {
    const frame = frames[where];
    if (!frame) return;
    at = where;
    table.draw(frame);
    root.querySelector(".bot-note").hidden = !frame.texts.note;
    root.querySelector(".judged").hidden = !frame.texts.judged;
    mark(frame, moved);
  }

  function mark(frame, moved) {
    for (const link of all(".moves [aria-current]")) link.removeAttribute("aria-current");
    const link = root.querySelector(`[data-at="${frame.deal}.${frame.move}"]`);
    if (link) {
      link.setAttribute("aria-current", "true");
      const details = link.closest("details");
      if (!details.open) for (const other of all(".moves details")) other.open = other === details;
      const list = root.querySelector(".moves");
      const [top, height] = [link.offsetTop - list.offsetTop, list.clientHeight];
      if (top < list.scrollTop || top > list.scrollTop + height - 60) list.scrollTop = top - height / 2;
    }
    if (root.dataset.frames) return;
    const url = new URL(location.href);
    url.searchParams.set("deal", frame.deal);
    url.searchParams.set("move", frame.move);
    if (moved) history.replaceState(null, "", url);
    for (const other of all("[data-view]")) {
      const target = new URL(other.href);
      target.searchParams.set("deal", frame.deal);
      target.searchParams.set("move", frame.move);
      other.href = target;
    }
  }

  function play(on) {
    clearInterval(timer);
    timer = on ? setInterval(() => (at + 1 < frames.length ? show(at + 1) : play(false)), SECOND) : 0;
    root.classList.toggle("playing", on);
    const label = on ? root.dataset.pause : root.dataset.play;
    for (const button of all('[data-step="play"]')) {
      button.setAttribute("aria-label", label);
      button.title = label;
    }
  }

  const steps = {
    first: () => show(ends()[0]),
    back: () => show(Math.max(0, at - 1)),
    next: () => show(Math.min(frames.length - 1, at + 1)),
    last: () => show(ends()[1]),
    play: () => play(!timer),
  };
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };

  root.addEventListener("click", async (event) => {
    const target = event.target.closest("[data-step], [data-at], [data-view]");
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (target.dataset.view && !root.dataset.frames) return; // another page
    event.preventDefault();
    if (target.dataset.step) {
      if (target.dataset.step !== "play") play(false);
      steps[target.dataset.step]();
    } else if (target.dataset.at) {
      play(false);
      show(place(...target.dataset.at.split(".").map(Number)));
    } else {
      await turn(target.dataset.view);
    }
  });

  // The page's own keys: only where no other control wants them.
  root.ownerDocument.addEventListener("keydown", (event) => {
    const step = keys[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!current(root)) return;
    const wanted = event.target.closest?.("input, select, textarea, summary, button, a");
    if (wanted && event.key === " ") return;
    if (event.target.closest?.("input, select, textarea")) return;
    event.preventDefault();
    if (step !== "play") play(false);
    steps[step]();
  });

  async function turn(which) {
    view = which;
    frames = await load(view);
    for (const link of all("[data-view]")) {
      if (link.dataset.view === view) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (const frame of frames) {
      const link = root.querySelector(`[data-at="${frame.deal}.${frame.move}"] .did`);
      if (link) link.textContent = frame.texts.did;
    }
    show(at, false);
  }

  (async () => {
    frames = await load(view);
    at = Math.max(0, place(Number(root.dataset.deal), Number(root.dataset.move)));
    for (const button of all('[data-step="play"]')) button.hidden = false;
    root.classList.add("ready");
    if (root.dataset.frames) show(at, false);
  })();
}

// With several replays on a page, keys are for the one that was touched last, at first the first.
let last = null;
const current = (root) => (last ?? document.querySelector("[data-replay], [data-frames]")) === root;

for (const root of document.querySelectorAll(".replay")) {
  for (const kind of ["pointerdown", "focusin"]) root.addEventListener(kind, () => { last = root; });
  start(root);
}
