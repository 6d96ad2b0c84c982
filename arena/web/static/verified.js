// The report checks itself: its matches, by what stands before this and is `protocol/verify`.
"use strict";

for (const line of document.querySelectorAll(".verified")) {
  const { records, begin, revealed } = JSON.parse(document.getElementById("verified").textContent);
  let said = line.dataset.right;
  let match = "";
  try {
    if (revealed) verifier.beginOf(revealed);
    for (const record of records) {
      match = JSON.parse(record).match;
      verifier.checkLine(record, begin, revealed);
    }
  } catch (error) {
    said = `${line.dataset.wrong} ${match}: ${error.message}`;
    line.classList.add("wrong");
  }
  line.querySelector("bdi").textContent = said;
  line.hidden = false;
}
