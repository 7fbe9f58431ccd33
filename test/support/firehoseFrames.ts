import { encode } from "@ipld/dag-cbor";
import { CID } from "multiformats/cid";
import type { SignedCommitEvent } from "../../src/domain/sync/stream/verifyCommitEvent.ts";

/** Joins the header and the body of a frame (AT Protocol, Event Stream: "Framing"). */
export const frameOf = (header: object, body: unknown): Uint8Array =>
  new Uint8Array(Buffer.concat([encode(header), encode(body)]));

/** Makes a frame of a type, such as `#commit`. */
export const messageFrame = (type: string, body: unknown): Uint8Array => frameOf({ op: 1, t: type }, body);

/** Makes the body of a commit frame, as a host with AT Protocol Sync v1.1 sends it. */
export const commitBody = ({ content, did, operations, rev }: SignedCommitEvent, seq: number, time: string) => ({
  seq,
  time,
  repo: did,
  rev,
  since: content.since,
  rebase: false,
  tooBig: false,
  commit: content.commit,
  prevData: content.prevData,
  blocks: content.blocks,
  blobs: [],
  ops: operations.map(({ action, cid, collection, rkey }) => {
    const prev = content.previous.get(`${collection}/${rkey}`);
    const op = { action, path: `${collection}/${rkey}`, cid: cid === null ? null : CID.parse(cid) };
    return prev === undefined ? op : { ...op, prev };
  })
});
