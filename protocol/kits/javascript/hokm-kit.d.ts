/** Types of hokm-kit.js. A card is text, rank then suit; a seat is 0 or 1; pairs go by seat. */

export type Card = string;
export type Suit = "S" | "H" | "D" | "C";
export type Seat = 0 | 1;
export type Pair<T> = [T, T];
export type Phase = "open" | "throw" | "draw" | "pick" | "play";

export type Action =
  | { trump: Suit; throw: Card[] }
  | { throw: Card[] }
  | { draw: "keep" | "reject" }
  | { pick: Card }
  | { play: Card }
  | { concede: true };

/** A turn at the stock. `saw` and `took` are null when it was the opponent's. */
export interface Drawn {
  seat: Seat;
  draw: "keep" | "reject" | "pick";
  saw: Card[] | null;
  took: Card | null;
}

/** A finished trick: `cards` are the lead and its answer. */
export interface Trick {
  leader: Seat;
  cards: Pair<Card>;
  winner: Seat;
}

/** Everything a seat may know. Later versions may add fields: ignore what you don't know. */
export interface Observation {
  /** Number of the deal, from 1. */
  deal: number;
  phase: Phase;
  /** Yours. */
  seat: Seat;
  turn: Seat;
  score: Pair<number>;
  hakem: Seat;
  /** Turned up for the first hakem; says nothing about this deal. */
  hakem_draw: Card[];
  /** Null until hakem has opened. */
  trump: Suit | null;
  /** Suit by suit (S H D C), each from the ace down. */
  hand: Card[];
  /** By you. */
  thrown: Card[];
  throw_counts: Pair<number | null>;
  draws: Drawn[];
  /** Cards left in it, those offered included. */
  stock: number;
  /** The top card at `draw`, both last cards at `pick`. */
  offered: Card[];
  tricks: Trick[];
  /** The card to answer, null if you lead. */
  lead: Card | null;
  tricks_won: Pair<number>;
}

/** A decision is due. */
export interface Act {
  type: "act";
  id: string;
  observation: Observation;
  /** Every legal action but `CONCEDE`. */
  legal: Action[];
  /** Milliseconds for this decision. */
  move_ms: number;
  /** Milliseconds left for all decisions that take longer. */
  bank_ms: number;
}

/** A match begins. */
export interface MatchStart {
  type: "match_start";
  match: string;
  /** Yours. */
  seat: Seat;
  rules: { target: number; kot_hakem: number; kot_other: number };
  time: {
    startup_ms: number;
    move_ms: number;
    bank_ms: number;
    increment_ms: number;
    ponder: boolean;
  };
  limits: Record<string, number>;
  format: "match" | "deals";
}

/** A deal is over. */
export interface DealEnd {
  type: "deal_end";
  result: { deal: number; winner: Seat; tricks: Pair<number>; points: number; kot: boolean };
  score: Pair<number>;
}

/** A match is over. */
export interface MatchEnd {
  type: "match_end";
  score: Pair<number>;
  /** Null: single deals gave both as many points. */
  winner: Seat | null;
  reason: "normal" | "concede" | "forfeit";
}

/** An action, alone or with a note that is kept in the record. */
export type Answer = Action | { action: Action; note: string };

/** What a bot may hear besides its decisions. Every operation of a bot may return a promise. */
export interface Hears {
  match_start?(message: MatchStart): void | Promise<void>;
  deal_end?(message: DealEnd): void | Promise<void>;
  match_end?(message: MatchEnd): void | Promise<void>;
}

/** One object plays all matches of the process. */
export interface Bot extends Hears {
  choose(observation: Observation, legal: Action[]): Answer | Promise<Answer>;
}

/** A bot that wants the whole message: the id, or the time left. */
export interface ActBot extends Hears {
  act(message: Act): Answer | Promise<Answer>;
}

/** The connection to the referee: whole messages, as text. */
export interface Line {
  send(text: string): void;
  /** The next message; null when the referee is gone. */
  receive(): Promise<string | null>;
  close(): void;
}

/** Gives up the match; never listed, always legal. */
export const CONCEDE: { readonly concede: true };

/** Plays until the referee says bye, or is gone, and ends the process. */
export function run(bot: Bot | ActBot, name: string, author?: string): Promise<void>;

/** Says hello on that line and plays until the referee says bye, or is gone. */
export function play(bot: Bot | ActBot, line: Line, name: string, author?: string): Promise<void>;

/** Prints to standard error, which the arena keeps. */
export function log(...words: unknown[]): void;

/** The 52 cards of a deal, from the seed in a match's record; deal 0 decided the first hakem. */
export function deck(matchSeed: string, deal: number): Card[];
