// The kit against the vectors: `node --test`. How it does as a process: process.test.js.
"use strict";

const assert = require("node:assert/strict");
const { readFileSync, readdirSync } = require("node:fs");
const { join } = require("node:path");
const { test } = require("node:test");

const { deck, play } = require("./hokm-kit.js");

const VECTORS = join(__dirname, "..", "..", "vectors");
const CONVERSATIONS = [
  "conversation.jsonl",
  ...readdirSync(join(VECTORS, "conversations")).map((name) => join("conversations", name)),
];
const TOLD = ["match_start", "deal_end", "match_end"];

const read = (name) => readFileSync(join(VECTORS, name), "utf8");
const vectors = (name) => JSON.parse(read(name));
const lines = (name) =>
  read(name)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

// A line on which a conversation goes as it went.
class MemoryLine {
  constructor(messages) {
    this.left = [...messages];
  }

  async receive() {
    if (this.left.length === 0) return null;
    const { from, message } = this.left.shift();
    assert.equal(from, "referee", "the kit waits, and the bot was to speak");
    return JSON.stringify(message);
  }

  send(text) {
    const { from, message } = this.left.shift();
    assert.equal(from, "bot", "the kit speaks, and was to wait");
    assert.deepEqual(JSON.parse(text), message);
  }

  close() {}
}

// Chooses what comes next on its line.
class Scripted {
  heard = [];

  constructor(line) {
    this.line = line;
    for (const kind of TOLD) this[kind] = (message) => this.heard.push(message);
  }

  choose() {
    const { action, note } = this.line.left[0].message;
    return note === undefined ? action : { action, note };
  }
}

// Makes sure that it only chooses what is legal.
class Strict extends Scripted {
  async choose(observation, legal) {
    const answer = super.choose();
    const action = plain(answer.action ?? answer);
    if (!action.concede) assert.ok(legal.map(plain).some((each) => same(each, action)));
    return answer;
  }
}

// Cards thrown may stand in any order.
const plain = (action) => (action.throw ? { ...action, throw: [...action.throw].sort() } : action);

function same(one, other) {
  try {
    assert.deepEqual(one, other);
    return true;
  } catch {
    return false;
  }
}

for (const name of CONVERSATIONS) {
  test(`a conversation goes as it went: ${name}`, async () => {
    const messages = lines(name);
    const line = new MemoryLine(messages);
    const bot = new Strict(line);
    const hello = messages[0].message;
    await play(bot, line, hello.name, hello.author);
    assert.deepEqual(line.left, []);
    const told = messages.map(({ message }) => message).filter(({ type }) => TOLD.includes(type));
    assert.deepEqual(bot.heard, told);
  });
}

test("an illegal action is sent as it is", async () => {
  const { acts, refused } = vectors("refusals.json");
  for (const { fault, act, sent, then } of refused) {
    if (fault !== "illegal") continue;
    const request = acts.find(({ name }) => name === act).message;
    const line = new MemoryLine([
      { from: "bot", message: { type: "hello", protocol: 1, name: "x" } },
      { from: "referee", message: request },
      { from: "bot", message: JSON.parse(sent[0]) },
      { from: "referee", message: then },
    ]);
    await play(new Scripted(line), line, "x");
    assert.deepEqual(line.left, []);
  }
});

const ACT = { type: "act", id: "5f", observation: {}, legal: [], move_ms: 9, bank_ms: 8 };
const HELLO = { from: "bot", message: { type: "hello", protocol: 1, name: "x" } };

async function replies(bot, message) {
  const answer = { from: "bot", message: { type: "action", id: "5f", ...message } };
  await play(bot, new MemoryLine([HELLO, { from: "referee", message: ACT }, answer]), "x");
}

test("a note is cut between letters, and an empty one is left out", async () => {
  const action = { play: "AS" };
  for (const { note, sent } of vectors("notes.json").notes) {
    const bot = { choose: () => ({ action, note }) };
    await replies(bot, sent === null ? { action } : { action, note: sent });
  }
});

test("half a letter in a note is replaced", async () => {
  const action = { play: "AS" };
  const bot = { choose: () => ({ action, note: "x".repeat(2) + "🂡"[0] }) };
  await replies(bot, { action, note: "xx\ufffd" });
});

test("act is asked instead of choose, and gets the whole message", async () => {
  const bot = {
    act(message) {
      assert.deepEqual(message, ACT);
      return { play: "2C" };
    },
    choose: () => assert.fail("act was to be asked"),
  };
  await replies(bot, { action: { play: "2C" } });
});

test("decks are derived", () => {
  for (const vector of vectors("decks.json").decks) {
    assert.deepEqual(deck(vector.match_seed, vector.deal), vector.deck);
  }
});

// What hokm-kit.d.ts says of an interface: the names of its fields.
const TYPES = readFileSync(join(__dirname, "hokm-kit.d.ts"), "utf8");
function fields(name) {
  const body = TYPES.split(`export interface ${name} {\n`)[1].split("\n}")[0];
  return [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, field]) => field).sort();
}

function check(name, value) {
  assert.deepEqual(Object.keys(value).sort(), fields(name));
}

function checkObservation(seen) {
  check("Observation", seen);
  for (const drawn of seen.draws) check("Drawn", drawn);
  for (const trick of seen.tricks) check("Trick", trick);
}

test("the types have the fields that the messages have", () => {
  const names = {
    match_start: "MatchStart",
    act: "Act",
    deal_end: "DealEnd",
    match_end: "MatchEnd",
  };
  for (const { message } of vectors("messages.json").messages) {
    if (names[message.type]) check(names[message.type], message);
    if (message.type === "act") checkObservation(message.observation);
  }
  for (const { observations } of lines("observations.jsonl"))
    observations.forEach(checkObservation);
});
