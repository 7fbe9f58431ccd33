import { BlockMap, blocksToCarFile } from "@atproto/repo";
import { encode } from "@ipld/dag-cbor";
import { CID } from "multiformats/cid";
import type { Happening } from "../network/Happening.ts";
import type { MadeCommit } from "../network/SimulatedRepository.ts";
import type { CommitFault } from "../plan/Intent.ts";

/** Joins the header of a frame and its body (AT Protocol, Event Stream: "Framing"). */
const frame = (header: object, body: object): Uint8Array =>
  new Uint8Array(Buffer.concat([encode(header), encode(body)]));

/** Makes a frame of the firehose with a message of a type, such as `#commit`. */
export const messageFrame = (type: string, body: object): Uint8Array => frame({ op: 1, t: type }, body);

/** Makes the frame of an error, after which the connection ends. */
export const errorFrame = (error: string, message: string): Uint8Array => frame({ op: -1 }, { error, message });

/** Makes the frame with which a relay says that it no longer has the events after the cursor. */
export const outdatedCursorFrame = (): Uint8Array =>
  messageFrame("#info", { name: "OutdatedCursor", message: "The cursor is older than the events that are kept" });

/** Returns bytes with one bit changed. */
const flipped = (bytes: Uint8Array, at: number): Uint8Array => {
  const changed = Uint8Array.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
};

/** Changes the last record of a commit, or the commit itself if it has none, as a fault says. */
const damage = ({ blocks, operations, repository }: MadeCommit, fault: CommitFault | null): void => {
  const record = operations.findLast((operation) => operation.record !== null)?.record ?? null;
  const cid = record?.cid ?? repository.commit;
  const bytes = blocks.get(cid);
  if (bytes === undefined) return;
  if (fault === "block-missing") blocks.delete(cid);
  if (fault === "block-bytes") blocks.set(cid, flipped(bytes, bytes.length - 1));
  if (fault === "signature") {
    const commit = blocks.get(repository.commit);
    if (commit !== undefined) blocks.set(repository.commit, flipped(commit, commit.indexOf(0x58) + 10));
  }
};

/** Blocks share no state with those of the network. */
const copyOf = (commit: MadeCommit): MadeCommit => {
  const blocks = new BlockMap();
  blocks.addMap(commit.blocks);
  return { ...commit, blocks };
};

const operationsOf = ({ operations }: MadeCommit, fault: CommitFault | null) =>
  operations.map(({ action, collection, previous, record, rkey }, place) => ({
    action,
    path: `${collection}/${rkey}`,
    cid: fault === "operations" && place === 0 ? wrongCid : (record?.cid ?? null),
    ...(previous === null ? {} : { prev: previous })
  }));

const wrongCid = CID.parse("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454");

const commitBody = async ({ commit: made, did, fault, isTooBig }: Extract<Happening, { readonly _tag: "Commit" }>) => {
  const commit = copyOf(made);
  damage(commit, fault);
  const { blocks, prevData, repository, since } = commit;
  return {
    rebase: false,
    tooBig: isTooBig,
    repo: did,
    commit: repository.commit,
    rev: repository.rev,
    since,
    blocks: isTooBig ? await repository.commitCar() : await blocksToCarFile(repository.commit, blocks),
    ops: isTooBig ? [] : operationsOf(commit, fault),
    blobs: [],
    ...(prevData === null ? {} : { prevData })
  };
};

/** Returns the type and the body of the message for what happened, without its position (AT Protocol, Sync v1.1). */
export const messageOf = async (happening: Happening): Promise<{ readonly type: string; readonly body: object }> => {
  switch (happening._tag) {
    case "Commit":
      return { type: "#commit", body: await commitBody(happening) };
    case "State": {
      const { did, repository } = happening;
      return { type: "#sync", body: { did, rev: repository.rev, blocks: await repository.commitCar() } };
    }
    case "Identity":
      return { type: "#identity", body: { did: happening.did, handle: happening.handle } };
    case "Account": {
      const { did, status } = happening;
      return { type: "#account", body: { did, active: status === null, ...(status === null ? {} : { status }) } };
    }
  }
};
