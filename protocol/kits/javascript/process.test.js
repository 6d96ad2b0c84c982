// The kit as a process, over both of its lines.
"use strict";

const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const { once } = require("node:events");
const { mkdtempSync, rmSync } = require("node:fs");
const net = require("node:net");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { test } = require("node:test");

const TALKER = `
const { log, run } = require("./hokm-kit.js");
console.log("ready");
run({
  choose(observation, legal) {
    console.log("thinking");
    log("hm");
    return legal[0];
  },
}, "talker");
setInterval(() => {}, 1000);
`;
// What is printed before run() would be taken for a message.
const OVER_STDIO = TALKER.replace('console.log("ready");', "");
const HELLO = { type: "hello", protocol: 1, name: "talker" };
const ACT = '{"type":"act","id":"5f","observation":{},"legal":[{"play":"AS"}]}';
const ACTION = { type: "action", id: "5f", action: { play: "AS" } };

// The bot started, and a promise of how it ended.
function start(t, source, environment = {}, stdio = ["pipe", "pipe", "pipe"]) {
  const child = spawn(process.execPath, ["-e", source], {
    cwd: __dirname,
    env: { PATH: process.env.PATH, ...environment },
    stdio,
  });
  t.after(() => child.kill("SIGKILL"));
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].on("data", (data) => (said[name] += data));
  const ended = once(child, "close").then(([code, signal]) => ({ ...said, code, signal }));
  return { child, ended };
}

const messages = (text) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("messages go over standard output, and what the bot prints does not", async (t) => {
  const { child, ended } = start(t, OVER_STDIO);
  const sent = Buffer.from(
    [ACT, '{"type":"news","text":"é"}', ACT, '{"type":"bye"}', ""].join("\n"),
  );
  for (const byte of sent) child.stdin.write(Buffer.from([byte]));
  const { stdout, stderr, code } = await ended;
  assert.deepEqual(messages(stdout), [HELLO, ACTION, ACTION]);
  assert.equal(stderr, "thinking\nhm\n".repeat(2));
  assert.equal(code, 0);
});

const ENDINGS = {
  "its input is closed": ({ child }) => child.stdin.end(),
  "its input is closed in the middle of a line": ({ child }) => child.stdin.end(ACT.slice(0, 20)),
  "nobody reads its output": ({ child }) => {
    child.stdout.destroy();
    child.stdin.write(ACT + "\n");
  },
  "it is terminated": ({ child }) => child.kill("SIGTERM"),
  "it is interrupted": ({ child }) => child.kill("SIGINT"),
};
for (const [name, ends] of Object.entries(ENDINGS)) {
  test(`it ends quietly when ${name}`, async (t) => {
    const started = start(t, OVER_STDIO);
    await once(started.child.stdout, "data");
    ends(started);
    const { code, signal, stderr } = await started.ended;
    assert.deepEqual([code, signal], [0, null]);
    assert.doesNotMatch(stderr, /at /);
  });
}

test("an exception of the bot ends it with exit code 1 and its stack", async (t) => {
  const { child, ended } = start(t, OVER_STDIO.replace('log("hm")', 'throw new Error("lost")'));
  child.stdin.write(ACT + "\n");
  const { code, stderr } = await ended;
  assert.equal(code, 1);
  assert.match(stderr, /Error: lost\n +at /);
});

test("an address that is no ipc:// address is refused, and so is one where nobody is", async (t) => {
  for (const [endpoint, why] of [
    ["tcp://127.0.0.1:1", /and not ipc:\/\/ and a path/],
    ["ipc:///nowhere", /nobody is at/],
  ]) {
    const { stdout, stderr, code } = await start(t, OVER_STDIO, { ARENA_ENDPOINT: endpoint }).ended;
    assert.deepEqual([stdout, code], ["", 1]);
    assert.match(stderr, why);
    assert.doesNotMatch(stderr, / at .*:\d+:/);
  }
});

// The other end of the ZeroMQ line, as libzmq is: it takes nothing before READY.
const GREETING = Buffer.alloc(64);
GREETING.write("ff00000000000000017f0300", "hex");
GREETING.write("NULL", 12);
const READY = Buffer.from("\x04\x1c\x05READY\x0bSocket-Type\0\0\0\x06DEALER");
const frame = (text) => Buffer.from(`\0${String.fromCharCode(text.length)}${text}`, "latin1");

async function overZmq(t, source) {
  const folder = mkdtempSync(join(tmpdir(), "kit-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const server = net.createServer().listen(join(folder, "s"));
  t.after(() => server.close());
  await once(server, "listening");
  const started = start(t, source, { ARENA_ENDPOINT: `ipc://${folder}/s` }, [
    "ignore",
    "pipe",
    "pipe",
  ]);
  const [socket] = await once(server, "connection");
  t.after(() => socket.destroy());
  let data = Buffer.alloc(0);
  const take = async (size) => {
    while (data.length < size) data = Buffer.concat([data, ...(await once(socket, "data"))]);
    const taken = data.subarray(0, size);
    data = data.subarray(size);
    return taken;
  };
  const greeting = await take(64);
  assert.equal(greeting.subarray(12, 16).toString(), "NULL");
  const [flags, size] = await take(2);
  assert.equal(flags, 4);
  assert.match((await take(size)).toString(), /^\x05READY\x0bSocket-Type\0\0\0\x06DEALER/);
  for (const byte of Buffer.concat([GREETING, READY])) socket.write(Buffer.from([byte]));
  const receive = async () => {
    const [flags, size] = await take(2);
    assert.equal(flags, 0);
    return JSON.parse(await take(size));
  };
  return { ...started, socket, take, receive };
}

test("messages go over ZeroMQ, however they are cut", async (t) => {
  const { socket, receive, ended } = await overZmq(t, TALKER);
  assert.deepEqual(await receive(), HELLO);
  const long = Buffer.alloc(9 + 70_000, " ");
  long[0] = 2;
  long.writeBigUInt64BE(70_000n, 1);
  long.write(ACT, 9);
  for (const byte of Buffer.concat([frame(ACT), frame(ACT)])) socket.write(Buffer.from([byte]));
  assert.deepEqual(await receive(), ACTION);
  assert.deepEqual(await receive(), ACTION);
  socket.write(Buffer.concat([long, frame('{"type":"bye"}')]));
  assert.deepEqual(await receive(), ACTION);
  const { code, stdout } = await ended;
  assert.deepEqual([code, stdout], [0, "ready\nthinking\nthinking\nthinking\n"]);
});

test("a long note goes in a long frame, and the end of the line is the end", async (t) => {
  const noting = TALKER.replace("legal[0]", '{ action: legal[0], note: "é".repeat(280) }');
  const { socket, take, receive, ended } = await overZmq(t, noting);
  await receive();
  socket.write(frame(ACT));
  const head = await take(9);
  assert.equal(head[0], 2);
  const data = await take(Number(head.readBigUInt64BE(1)));
  assert.equal(JSON.parse(data).note, "é".repeat(280));
  socket.destroy();
  assert.equal((await ended).code, 0);
});
