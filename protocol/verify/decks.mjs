// Seeds and decks, as protocol/README.md (Decks) writes them down.

import { digest, sha256 } from './sha256.mjs';

/** The pack as a hand is sorted: suit by suit, each from the ace down. */
export const PACK = [...'SHDC'].flatMap((suit) => [...'AKQJT98765432'].map((rank) => rank + suit));

function* bytesOf(label) {
  for (let block = 0; ; block += 1) yield* digest(`${label}|${block}`);
}

/** At most 256 items in the order that the label decides. */
export const shuffled = (items, label) => {
  const order = [...items];
  const stream = bytesOf(label);
  for (let place = order.length - 1; place > 0; place -= 1) {
    const choices = place + 1;
    let byte = stream.next().value;
    while (byte >= 256 - (256 % choices)) byte = stream.next().value;
    const chosen = byte % choices;
    [order[place], order[chosen]] = [order[chosen], order[place]];
  }
  return order;
};

/** The deck of a deal; deal 0 is turned up for the first hakem. */
export const deckOf = (matchSeed, deal) => shuffled(PACK, `hokm-arena deck 1|${matchSeed}|${deal}`);

/** The seed of both matches of a mirror pair. */
export const matchSeed = (tournamentSeed, pair) =>
  sha256(`hokm-arena match 1|${tournamentSeed}|${pair}`);

/** Which bot of a pair, in the order of their names, has seat 0 in its first half. */
export const firstSeat = (tournamentSeed, pair) =>
  digest(`hokm-arena first 1|${tournamentSeed}|${pair}`)[0] % 2;

/** What is published before the first match; settings are the JSON text that `arena reveal` prints. */
export const commitment = (tournamentSeed, settings) =>
  sha256(`hokm-arena commitment 1|${tournamentSeed}|${sha256(settings)}`);
