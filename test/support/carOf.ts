import { encode } from "@ipld/dag-cbor";
import { CID } from "multiformats/cid";
import type { Blocks } from "../../src/adapters/memory/pds/makeRepository.ts";

const varint = (length: number): ReadonlyArray<number> =>
  length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...varint(Math.floor(length / 0x80))];

/** A CAR v1 of blocks, in the order in which they were added. */
export const carOf = (root: CID | null, blocks: Blocks): Uint8Array => {
  const header = encode({ version: 1, roots: root === null ? [] : [root] });
  const pieces = [Uint8Array.from([...varint(header.length)]), header];
  for (const [text, bytes] of blocks) {
    const cid = CID.parse(text).bytes;
    pieces.push(Uint8Array.from(varint(cid.length + bytes.length)), cid, bytes);
  }
  return new Uint8Array(Buffer.concat(pieces));
};
