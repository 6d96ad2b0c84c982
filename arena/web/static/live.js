// The live page: what the server sends takes the place of what is there. Everything else is links.
"use strict";

const live = document.getElementById("live");
const lost = document.getElementById("lost");
const source = new EventSource(live.dataset.events);

source.addEventListener("progress", (event) => {
  lost.hidden = true;
  // Whoever reads with the keyboard is not thrown out of what they read.
  if (!live.contains(document.activeElement)) live.innerHTML = event.data;
});
source.addEventListener("error", () => { lost.hidden = false; });
