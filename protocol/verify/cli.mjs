// node protocol/verify/cli.mjs records.jsonl [reveal.json] [PUBLISHED LINK]...

import { readFileSync } from 'node:fs';

import { verifyLines } from './verify.mjs';

const [file, ...rest] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node cli.mjs records.jsonl [reveal.json] [PUBLISHED LINK]...');
  process.exit(2);
}
const heads = rest.filter((argument) => /^[0-9a-f]{64}$/.test(argument));
const [told] = rest.filter((argument) => !heads.includes(argument));

try {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/).filter((line) => line !== '');
  const revealed = told === undefined ? null : JSON.parse(readFileSync(told, 'utf8'));
  const { matches, head } = verifyLines(lines, revealed, heads);
  console.log(`${file}: ${matches} matches, all in order\n  last link ${head}`);
} catch (error) {
  console.log(`${file}: WRONG\n  ${error.message}`);
  process.exit(3);
}
