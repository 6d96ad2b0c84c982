"use strict";
const { Worker, isMainThread, parentPort, workerData } = require("node:worker_threads");

const THREADS = 4, BELOW = 40_000, MIB = 100;

function isPrime(number) {
  for (let d = 2; d * d <= number; d++) if (number % d === 0) return false;
  return number > 1;
}

if (!isMainThread) {
  let found = 0;
  for (let number = workerData; number < BELOW; number += THREADS) found += isPrime(number);
  parentPort.postMessage(found);
} else {
  // Plain arrays of numbers, which lie on the heap that the limit is about: 8 bytes each.
  const kept = Array.from({ length: MIB }, () => new Array(1 << 17).fill(0.5));
  const parts = Array.from({ length: THREADS }, (_, part) =>
    new Promise((done, failed) => {
      new Worker(__filename, { workerData: part }).on("message", done).on("error", failed);
    }));
  Promise.all(parts).then((found) => {
    const held = kept.reduce((sum, block) => sum + 16 * block.reduce((a, b) => a + b), 0);
    console.log("hello", found.reduce((a, b) => a + b), held / (1 << 20));
  });
}
