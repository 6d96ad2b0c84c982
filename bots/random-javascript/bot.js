// Plays any legal action, each as likely as the next.
//
// Chance comes from the id of the decision alone, so that a match which is replayed goes the same
// way.
"use strict";

const { run } = require("./hokm-kit.js");

// A number from 0 up to 1, excluded, that looks random and depends on the text alone: the text's
// 32-bit FNV-1a hash, then one step of the mulberry32 generator.
function chance(text) {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  let mixed = (hash + 0x6d2b79f5) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const bot = {
  act: ({ id, legal }) => legal[Math.floor(chance(id) * legal.length)],
};

run(bot, "random-javascript", "Hokm Arena");
