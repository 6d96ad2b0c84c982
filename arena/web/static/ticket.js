// A ticket: looked at again until it is over, and what has changed takes its place.
"use strict";

const state = document.getElementById("state");
const found = document.getElementById("found");

async function look() {
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [now, then] = [fresh.getElementById("state"), fresh.getElementById("found")];
    if (!answer.ok || !now) return;
    if (state.textContent !== now.textContent) state.textContent = now.textContent;
    state.className = now.className;
    document.querySelector("h1").innerHTML = fresh.querySelector("h1").innerHTML;
    // Whoever reads with the keyboard is not thrown out of what they read.
    if (!found.contains(document.activeElement)) found.innerHTML = then.innerHTML;
    if ("over" in now.dataset) return;
  } catch { /* The server will be back, or not. */ }
  setTimeout(look, 2000);
}

document.body.classList.add("scripted");
setTimeout(look, 1000);
