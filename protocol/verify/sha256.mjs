// SHA-256 (FIPS 180-4), so that nothing has to be installed and a page needs no secure context.

const primes = (count) => {
  const found = [];
  for (let n = 2; found.length < count; n += 1) {
    if (found.every((prime) => n % prime !== 0)) found.push(n);
  }
  return found;
};

const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32);
const K = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const START = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
const turn = (x, by) => (x >>> by) | (x << (32 - by));

const padded = (bytes) => {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const data = new Uint8Array(64 * blocks);
  data.set(bytes);
  data[bytes.length] = 0x80;
  const view = new DataView(data.buffer);
  view.setUint32(data.length - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  view.setUint32(data.length - 4, bytes.length * 8);
  return view;
};

/** The digest of a text (as UTF-8) or of bytes: 32 bytes. */
export const digest = (data) => {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  const view = padded(bytes);
  const state = START.slice();
  const w = new Uint32Array(64);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const a = w[i - 15];
      const b = w[i - 2];
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => { state[i] += x; });
  }
  const out = new Uint8Array(32);
  state.forEach((x, i) => new DataView(out.buffer).setUint32(4 * i, x));
  return out;
};

/** The same in lower-case hexadecimal. */
export const sha256 = (data) =>
  Array.from(digest(data), (byte) => byte.toString(16).padStart(2, '0')).join('');
