// The chain over the records of a tournament, as protocol/README.md (Chain) writes it down.

import { sha256 } from './sha256.mjs';

const TAIL = /,"chain":\{"previous":"([0-9a-f]{64})","link":"([0-9a-f]{64})"\}\}$/;

/** A line of `arena export`: the record as the referee wrote it, and its place in the chain. */
export const parted = (line) => {
  const tail = TAIL.exec(line);
  if (tail === null) return { record: line, previous: null, link: null };
  return { record: `${line.slice(0, tail.index)}}`, previous: tail[1], link: tail[2] };
};

/** The link of a record behind another link. */
export const linkOf = (previous, record) =>
  sha256(`hokm-arena chain 1|${previous}|${sha256(record)}`);
