// Sits down: asks for a table over a WebSocket, and goes there.
"use strict";

const form = document.getElementById("sit");
const refusal = document.getElementById("refusal");
const buttons = form.querySelectorAll("button");
const enable = (on) => { for (const button of buttons) button.disabled = !on; };

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const choice = new FormData(form);
  enable(false);
  refusal.hidden = true;
  const socket = new WebSocket(`${form.dataset.socket}?lang=${document.documentElement.lang}`);
  socket.addEventListener("open", () => socket.send(JSON.stringify({
    do: "sit", bot: event.submitter.value, target: Number(choice.get("target")),
  })));
  socket.addEventListener("message", ({ data }) => {
    const told = JSON.parse(data);
    if (told.go) location.assign(told.go);
    refusal.textContent = told.refused ?? "";
    refusal.hidden = !told.refused;
  });
  socket.addEventListener("close", () => enable(true));
});

// Also when the browser shows the page again as it was left.
addEventListener("pageshow", () => enable(true));
enable(true);
