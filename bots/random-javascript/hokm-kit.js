// What a Node program needs to play two-player Hokm in the arena: give `run` an object that chooses.
//
//     const { run } = require("./hokm-kit.js");
//
//     run({ choose: (observation, legal) => legal[0] }, "first", "you");
//
// Copy this file into the bot's folder, unchanged, and hokm-kit.d.ts beside it for an editor that
// knows types. It needs Node 20 and nothing else.
"use strict";

const NOTE_LIMIT = 280; // Unicode code points
const TOLD = ["match_start", "deal_end", "match_end"]; // messages that need no reply
const CONCEDE = Object.freeze({ concede: true });

// Plays until the referee says bye, or is gone; over ZeroMQ or over standard input and output.
async function run(bot, name, author = "") {
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));
  const line = await openLine(name);
  await play(bot, line, name, author);
  process.exit(0); // whatever timers and workers the bot has
}

// Says hello on that line and plays until the referee says bye, or is gone.
async function play(bot, line, name, author = "") {
  const hello = { type: "hello", protocol: 1, name };
  line.send(JSON.stringify(author ? { ...hello, author } : hello));
  let text;
  while ((text = await line.receive()) !== null) {
    const message = JSON.parse(text);
    if (message.type === "act") {
      const answer = bot.act ? bot.act(message) : bot.choose(message.observation, message.legal);
      line.send(JSON.stringify(reply(message.id, await answer)));
    } else if (TOLD.includes(message.type)) {
      await bot[message.type]?.(message);
    } else if (message.type === "bye") {
      break;
    }
  }
  line.close();
}

function reply(id, answer) {
  const { action, note } = "action" in answer ? answer : { action: answer };
  const said = { type: "action", id, action };
  return note ? { ...said, note: cut(note) } : said;
}

function cut(note) {
  const whole = note.length <= NOTE_LIMIT ? note : [...note].slice(0, NOTE_LIMIT).join("");
  return whole.toWellFormed(); // half a letter is no JSON
}

// Prints to standard error, which the arena keeps.
function log(...words) {
  console.error(...words);
}

// The 52 cards of a deal, from the seed in a match's record; deal 0 decided the first hakem.
function deck(matchSeed, deal) {
  const { createHash } = require("node:crypto"); // not needed to play
  function* bytes() {
    for (let block = 0; ; block++) {
      yield* createHash("sha256")
        .update(`hokm-arena deck 1|${matchSeed}|${deal}|${block}`)
        .digest();
    }
  }
  const stream = bytes();
  const cards = [..."SHDC"].flatMap((suit) => [..."AKQJT98765432"].map((rank) => rank + suit));
  for (let last = cards.length - 1; last > 0; last--) {
    const choices = last + 1;
    let byte = stream.next().value;
    while (byte >= 256 - (256 % choices)) byte = stream.next().value; // so that no card is favoured
    const chosen = byte % choices;
    [cards[last], cards[chosen]] = [cards[chosen], cards[last]];
  }
  return cards;
}

// The line that the environment names.
async function openLine(name) {
  const endpoint = process.env.ARENA_ENDPOINT;
  if (!endpoint) {
    if (!require("node:tty").isatty(0)) return new StdioLine();
    giveUp(`${name}: a bot is started by the arena, which talks to it: arena play FOLDER naive`);
  }
  if (!endpoint.startsWith("ipc://")) {
    giveUp(`${name}: ARENA_ENDPOINT is '${endpoint}', and not ipc:// and a path`);
  }
  try {
    return await ZmqLine.connect(endpoint.slice("ipc://".length));
  } catch (error) {
    giveUp(`${name}: nobody is at '${endpoint}': ${error.message}`);
  }
}

function giveUp(why) {
  log(why);
  process.exit(1);
}

// What both lines have in common: messages that have come and nobody has received yet.
class Line {
  #come = [];
  #receiver = null;
  #ended = false;

  // The next message as text; null when the referee is gone.
  receive() {
    if (this.#come.length > 0) return Promise.resolve(this.#come.shift());
    if (this.#ended) return Promise.resolve(null);
    return new Promise((resolve) => (this.#receiver = resolve));
  }

  comes(text) {
    if (this.#receiver === null) this.#come.push(text);
    else this.#wake(text);
  }

  ends() {
    this.#ended = true;
    if (this.#receiver !== null) this.#wake(null);
  }

  #wake(text) {
    const receiver = this.#receiver;
    this.#receiver = null;
    receiver(text);
  }
}

// One message a line on standard input and output.
class StdioLine extends Line {
  #write;
  #unfinished = [];

  constructor() {
    super();
    this.#write = process.stdout.write.bind(process.stdout);
    process.stdout.write = process.stderr.write.bind(process.stderr); // no message
    process.stdout.on("error", () => this.ends());
    process.stdin.on("data", (chunk) => this.#take(chunk));
    process.stdin.on("end", () => this.ends()).on("close", () => this.ends());
  }

  send(text) {
    this.#write(text + "\n");
  }

  close() {
    process.stdin.destroy();
  }

  #take(chunk) {
    let start = 0;
    for (let end; (end = chunk.indexOf(10, start)) >= 0; start = end + 1) {
      this.#unfinished.push(chunk.subarray(start, end));
      this.comes(Buffer.concat(this.#unfinished).toString());
      this.#unfinished = [];
    }
    if (start < chunk.length) this.#unfinished.push(chunk.subarray(start));
  }
}

// As much of the ZeroMQ wire protocol (ZMTP 3, RFC 23) as a bot needs, over a socket of the file
// system: a greeting, a READY command, and messages of one frame.
class ZmqLine extends Line {
  static GREETING = Buffer.from(
    "ff00000000000000017f" + "0301" + Buffer.from("NULL").toString("hex").padEnd(104, "0"),
    "hex",
  );
  static READY = Buffer.from(
    "\x04\x29\x05READY\x0bSocket-Type\0\0\0\x06DEALER\x08Identity\0\0\0\0",
  );
  static LONG = 2; // flags of a frame: its length has eight bytes,
  static COMMAND = 4; // it is no message

  #socket;
  #rest = Buffer.alloc(0);
  #greeted = false;
  #ready;

  // A line to that path, once the other side is ready.
  static connect(path) {
    return new Promise((resolve, reject) => {
      const line = new ZmqLine(path, () => resolve(line));
      line.#socket.on("error", reject).on("close", () => resolve(line));
    });
  }

  constructor(path, ready) {
    super();
    this.#ready = ready;
    // One buffer for all that comes: a new one each time costs more than the rest of the kit.
    const buffer = Buffer.alloc(65536);
    const callback = (size) => this.#take(buffer.subarray(0, size));
    this.#socket = require("node:net").connect({ path, onread: { buffer, callback } });
    this.#socket.on("close", () => this.ends());
    this.#socket.write(Buffer.concat([ZmqLine.GREETING, ZmqLine.READY]));
  }

  send(text) {
    const body = Buffer.from(text);
    const head = body.length < 256 ? Buffer.from([0, body.length]) : Buffer.alloc(9, ZmqLine.LONG);
    if (body.length >= 256) head.writeBigUInt64BE(BigInt(body.length), 1);
    this.#socket.write(Buffer.concat([head, body]));
  }

  close() {
    this.#socket.destroy();
  }

  #take(chunk) {
    let data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    if (!this.#greeted && data.length >= ZmqLine.GREETING.length) {
      data = data.subarray(ZmqLine.GREETING.length);
      this.#greeted = true;
    }
    while (this.#greeted && data.length >= 2) {
      const long = data[0] & ZmqLine.LONG;
      const start = long ? 9 : 2;
      if (data.length < start) break;
      const end = start + (long ? Number(data.readBigUInt64BE(1)) : data[1]);
      if (data.length < end) break;
      // The only command is READY; libzmq loses messages that are sent before it.
      if (data[0] & ZmqLine.COMMAND) this.#ready();
      else this.comes(data.toString("utf8", start, end));
      data = data.subarray(end);
    }
    this.#rest = Buffer.from(data); // a copy: the next chunk comes to the same place
  }
}

module.exports = { CONCEDE, deck, log, play, run };
