// node --test protocol/verify

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { linkOf, parted } from './chain.mjs';
import { PACK, commitment, deckOf, matchSeed, shuffled } from './decks.mjs';
import { sha256 } from './sha256.mjs';
import { checkRecord, verifyLines } from './verify.mjs';

const vectors = new URL('../vectors/', import.meta.url);
const read = (name) => readFileSync(new URL(name, vectors), 'utf8');
const decks = JSON.parse(read('decks.json'));
const lines = read('records.jsonl').trim().split('\n');
const revealed = JSON.parse(read('reveal.json'));

test('SHA-256 is that of others, for any length', () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 31 + length) % 256);
    assert.equal(sha256(bytes), createHash('sha256').update(bytes).digest('hex'));
  }
  assert.equal(sha256('حکم'), createHash('sha256').update('حکم').digest('hex'));
});

test('match seeds, decks and shuffles are those of the vectors', () => {
  for (const { tournament_seed: seed, pair, match_seed: expected } of decks.match_seeds) {
    assert.equal(matchSeed(seed, pair), expected);
  }
  for (const { match_seed: seed, deal, deck } of decks.decks) assert.deepEqual(deckOf(seed, deal), deck);
  for (const { label, count, order } of decks.shuffles) {
    assert.deepEqual(shuffled(Array.from({ length: count }, (_, n) => n), label), order);
  }
  assert.equal(new Set(PACK).size, 52);
});

test('a commitment is that of seed and settings', () => {
  assert.equal(commitment(revealed.seed, revealed.settings), revealed.commitment);
});

test('records, their chain and what was revealed agree', () => {
  const found = verifyLines(lines, revealed);
  assert.deepEqual(found, { matches: lines.length, head: revealed.head });
});

test('a record without its link has the digest that the next link holds', () => {
  const [one, two] = lines.map(parted);
  assert.equal(linkOf(one.previous, one.record), one.link);
  assert.equal(two.previous, one.link);
});

const CHEATS = {
  'a card of a deck': [(line) => line.replace('"deck":["', '"deck":["AS","'), /deck/],
  'a result': [(line) => line.replace(/"points":\[(\d)/, (_, n) => `"points":[${Number(n) + 1}`), /points/],
  'a card played': [(line) => line.replace(/"plays":\["(..)","(..)"/, '"plays":["$2","$1"'), /deal 1|chain/],
  'a draw': [(line) => line.replace(/"draws":"./, (text) => text.replace(/k|r$/, '1')), /deal 1|chain/],
  'a measured time': [(line) => line.replace('"times_us":[', '"times_us":[1'), /chain.link/],
  'the seed': [(line) => line.replace(/"seed":"./, '"seed":"g'), /seed/],
  'the commitment': [(line) => line.replace(/"commitment":"./, '"commitment":"g'), /commitment/],
  'the link before': [(line) => line.replace(/"previous":"./, '"previous":"0'), /chain/],
};

for (const [what, [cheat, reason]] of Object.entries(CHEATS)) {
  test(`${what} altered is found out`, () => {
    for (const place of [0, 3, lines.length - 1]) {
      const altered = lines.with?.(place, cheat(lines[place])) ?? Object.assign([...lines], { [place]: cheat(lines[place]) });
      assert.notEqual(altered[place], lines[place]);
      assert.throws(() => verifyLines(altered, revealed), reason);
    }
  });
}

// Chains that were made anew behind what was altered: what was committed to finds it all the same.
const chained = (records) => {
  let previous = JSON.parse(records[0]).commitment;
  return records.map((line) => {
    const { record } = parted(line);
    const link = linkOf(previous, record);
    const made = `${record.slice(0, -1)},"chain":{"previous":"${previous}","link":"${link}"}}`;
    previous = link;
    return made;
  });
};
const inBoth = (change) => lines.map((line, place) => (place < 2 ? change(line) : line));
const seats = (line) => line.replace(/("bots":\[)(\{.*?\}),(\{.*?\})\]/, '$1$3,$2]');

const FORGED = {
  'seats exchanged': [inBoth(seats), /bots/],
  'another version': [inBoth((line) => line.replace(/"version":"./g, '"version":"g')), /version of/],
  'another memory limit': [inBoth((line) => line.replace(/"memory_mib":/, '$&1')), /limits/],
  'a key twice': [inBoth((line) => line.replace('"half":', '"half":7,"half":')), /as the referee writes/],
};

for (const [what, [forged, reason]] of Object.entries(FORGED)) {
  test(`${what} is found out with the chain made anew`, () => {
    assert.throws(() => verifyLines(chained(forged), revealed), reason);
  });
}

test('a record left out, moved or repeated is found out', () => {
  assert.throws(() => verifyLines(lines.slice(2), revealed), /chain.previous/);
  assert.throws(() => verifyLines(lines.slice(0, -1), revealed), /halves/);
  assert.throws(() => verifyLines(lines.slice(0, -2), revealed), /does not occur/);
  assert.throws(() => verifyLines([...lines, lines[0]], revealed), /third half/);
});

test('one record is checked without the others', () => {
  for (const line of lines) checkRecord(JSON.parse(line));
});
