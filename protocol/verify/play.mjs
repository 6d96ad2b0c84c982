// A deal played again from its record, in the plainest way: hands, legality, tricks, points.
// What a seat was shown is not made again here; `arena verify` does that.

const RANKS = '23456789TJQKA';

const take = (hand, card, what) => {
  const place = hand.indexOf(card);
  if (place < 0) throw new Error(`${what}: ${card} is not in the hand`);
  hand.splice(place, 1);
};

const beats = (answer, lead, trump) =>
  answer[1] === lead[1]
    ? RANKS.indexOf(answer[0]) > RANKS.indexOf(lead[0])
    : answer[1] === trump;

/** What follows from the deck and the actions; throws an Error at the first that is not allowed. */
export const playDeal = (deal, rules) => {
  const { deck, hakem, trump, discards, draws, plays } = deal;
  const other = 1 - hakem;
  const hands = [deck.slice(0, 5), deck.slice(5, 10)];
  const ended = { tricks: [0, 0], winner: null, points: null, kot: null, turn: hakem };

  if (discards.hakem === null) return ended;
  if (![2, 3].includes(discards.hakem.length)) throw new Error('hakem throws 2 or 3 cards');
  for (const card of discards.hakem) take(hands[hakem], card, 'hakem throws');
  ended.turn = other;

  if (discards.other === null) return ended;
  if (discards.hakem.length + discards.other.length !== 5) throw new Error('5 cards are thrown');
  for (const card of discards.other) take(hands[other], card, 'the other throws');

  let turn = discards.other.length === 3 ? other : hakem;
  let top = 10;
  for (const letter of draws) {
    const [seen, next] = [deck[top], deck[top + 1]];
    hands[turn].push(letter === 'k' || letter === '1' ? seen : next);
    top += 2;
    turn = 1 - turn;
  }
  ended.turn = draws.length === 21 ? hakem : turn;
  if (draws.length < 21 && plays.length > 0) throw new Error('a card is played before the draws end');

  let lead = null;
  for (const card of plays) {
    if (ended.tricks.includes(7)) throw new Error('a card is played after the deal is over');
    const hand = hands[ended.turn];
    const follows = lead !== null && hand.some((held) => held[1] === lead[1]);
    take(hand, card, 'play');
    if (follows && card[1] !== lead[1]) throw new Error(`${card} does not follow suit`);
    if (lead === null) {
      lead = card;
      ended.turn = 1 - ended.turn;
    } else {
      if (!beats(card, lead, trump)) ended.turn = 1 - ended.turn;
      ended.tricks[ended.turn] += 1;
      lead = null;
    }
  }
  if (!ended.tricks.includes(7)) return ended;
  ended.winner = ended.tricks.indexOf(7);
  ended.kot = ended.tricks[1 - ended.winner] === 0;
  const kot = ended.winner === hakem ? rules.kot_hakem : rules.kot_other;
  ended.points = ended.kot ? kot : 1;
  return ended;
};
