// Records of a tournament checked a second time: decks, play, results and chain.
// Works in Node and in a browser; protocol/verify/README.md tells how.

import { linkOf, parted } from './chain.mjs';
import { commitment, deckOf, firstSeat, matchSeed } from './decks.mjs';
import { playDeal } from './play.mjs';

const text = (value) => JSON.stringify(value);

const same = (where, expected, found) => {
  if (text(expected) !== text(found)) {
    throw new Error(`${where}: expected ${text(expected)}, found ${text(found)}`);
  }
};

/** Decks, play and result of one record; throws an Error at the first thing that is wrong. */
export const checkRecord = (record) => {
  const { seed, rules, result } = record;
  const single = record.format === 'deals';
  const turned = deckOf(seed, 0);
  const aces = turned.findIndex((card) => card[0] === 'A');
  same('hakem_draw', single ? [] : turned.slice(0, aces + 1), record.hakem_draw);
  let hakem = aces % 2;
  const score = [0, 0];
  let ended = null;
  record.deals.forEach((deal, index) => {
    const where = `deal ${index + 1}`;
    const last = index + 1 === record.deals.length;
    if (single) hakem = index % 2;
    same(`${where}, deal`, index + 1, deal.deal);
    same(`${where}, hakem`, hakem, deal.hakem);
    same(`${where}, deck`, deckOf(seed, index + 1), deal.deck);
    if (!single && Math.max(...score) >= rules.target) throw new Error(`${where}: the match was won`);
    try {
      ended = playDeal(deal, rules);
    } catch (error) {
      throw new Error(`${where}: ${error.message}`);
    }
    if (ended.winner === null && single) {
      const loser = last && result.fault ? result.fault.seat : ended.turn;
      ended.winner = 1 - loser;
      ended.points = ended.winner === hakem ? rules.kot_hakem : rules.kot_other;
      ended.kot = false;
    } else if (ended.winner === null && !last) {
      throw new Error(`${where}: is not over, but another follows`);
    }
    for (const field of ['tricks', 'winner', 'points', 'kot']) {
      same(`${where}, ${field}`, ended[field], deal[field]);
    }
    if (ended.winner !== null) {
      score[ended.winner] += ended.points;
      hakem = ended.winner;
    }
  });
  same('result.points', score, result.points);
  checkWinner(record, score, ended);
};

const checkWinner = ({ format, rules, result }, score, ended) => {
  const { winner, reason, fault } = result;
  if (format === 'deals') {
    same('result.winner', score[0] === score[1] ? null : Number(score[1] > score[0]), winner);
    same('result.reason', fault ? 'forfeit' : 'normal', reason);
    return;
  }
  const won = score.findIndex((points) => points >= rules.target);
  if (fault) {
    same('result.reason', 'forfeit', reason);
    same('result.winner', 1 - fault.seat, winner);
    same('the score before a fault', -1, won);
  } else if (won >= 0) {
    same('result.reason', 'normal', reason);
    same('result.winner', won, winner);
  } else {
    same('result.reason', 'concede', reason);
    if (ended === null || ended.winner !== null) throw new Error('deals: the match is not over');
    same('result.winner', 1 - ended.turn, winner);
  }
};

/**
 * One line of `arena export` by itself, its neighbours and its place in the chain apart; returns the
 * record, throws an Error at the first thing that is wrong. `begin` is the commitment that was published.
 */
export const checkLine = (line, begin, revealed = null) => {
  const record = JSON.parse(line);
  same('commitment', begin, record.commitment);
  if (revealed !== null) checkCommitted(record, revealed.seed, JSON.parse(revealed.settings));
  checkRecord(record);
  // With a key twice, say, it would be another record to another reader.
  if (text(record) !== line) throw new Error('record: is not written as the referee writes it');
  return record;
};

/** What a tournament was committed to, from what `arena reveal --json` printed. */
export const beginOf = (revealed) => {
  const begin = commitment(revealed.seed, revealed.settings);
  same('commitment', begin, revealed.commitment);
  return begin;
};

/**
 * Every line of `arena export`. `revealed` is what `arena reveal --json` printed, or null;
 * `heads` are links that were published. Returns `{ matches, head }`; throws an Error that names
 * the first thing that is wrong.
 */
export const verifyLines = (lines, revealed = null, heads = []) => {
  let begin = null;
  let head = null;
  let matches = 0;
  const missing = new Set(revealed === null ? heads : [...heads, revealed.head]);
  const halves = new Map();
  if (revealed !== null) begin = beginOf(revealed);
  for (const line of lines) {
    const { record: bare, previous, link } = parted(line);
    const record = JSON.parse(line);
    try {
      begin ??= record.commitment;
      checkLine(line, begin, revealed);
      checkPair(halves, record);
      same('chain.previous', head ?? begin, previous);
      same('chain.link', linkOf(previous, bare), link);
    } catch (error) {
      throw new Error(`${record.match}: ${error.message}`);
    }
    head = link;
    missing.delete(link);
    matches += 1;
  }
  for (const [pair, seen] of halves) same(`${pair}: its halves`, 2, seen.length);
  for (const link of missing) throw new Error(`chain: the published link ${link} does not occur`);
  return { matches, head };
};

const checkCommitted = (record, seed, settings) => {
  same('seed', matchSeed(seed, record.pair), record.seed);
  const [, ...names] = record.pair.split(':');
  const seated = firstSeat(seed, record.pair) === record.half ? names : names.reverse();
  same('bots', seated, record.bots.map((bot) => bot.name));
  for (const field of ['rules', 'time', 'limits']) {
    if (settings[field]) same(field, inOrder(settings[field]), inOrder(record[field]));
  }
  if (settings.bots) {
    for (const { name, version } of record.bots) same(`version of ${name}`, settings.bots[name], version);
  }
};

const inOrder = (object) => Object.entries(object).sort();

const checkPair = (halves, record) => {
  if (record.match === record.pair) return; // against a person: it belongs to no pair
  const seen = halves.get(record.pair) ?? [];
  const bots = record.bots.map((bot) => bot.name);
  if (seen.length === 2) throw new Error('pair: a third half');
  if (seen.length === 1) {
    same('half', 1 - seen[0].half, record.half);
    same('seed', seen[0].seed, record.seed);
    same('bots', [...seen[0].bots].reverse(), bots);
  }
  halves.set(record.pair, [...seen, { half: record.half, seed: record.seed, bots }]);
};
