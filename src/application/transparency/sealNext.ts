import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { Sha256Hasher } from "../../domain/crypto/Sha256Hasher.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { traced } from "../../domain/failure/traced.ts";
import type { Lease } from "../../domain/lease/Leases.ts";
import { checkpointText } from "../../domain/transparency/Checkpoint.ts";
import { CheckpointSigner } from "../../domain/transparency/CheckpointSigner.ts";
import { GrowingTree } from "../../domain/transparency/GrowingTree.ts";
import { isSameHash, nodeHashBy } from "../../domain/transparency/merkleHash.ts";
import { type Seal, type SealedCheckpoint, SealedTree } from "../../domain/transparency/SealedTree.ts";
import { noteText } from "../../domain/transparency/SignedNote.ts";
import { partialTiles, tileWidth } from "../../domain/transparency/Tile.ts";
import { verifierKeyText } from "../../domain/transparency/VerifierKey.ts";
import { SealRefused } from "./SealRefused.ts";
import { SealReport } from "./SealReport.ts";

/** The most events that one checkpoint adds. It bounds the memory of a seal, and how long it blocks the event loop. */
export const maxSealed = 8192;

/** Returns the leaves of the log from the last sealed tile on: those that are sealed, and the next ones. */
const readLeaves = Effect.fnUntraced(function* (size: number) {
  const tree = yield* SealedTree;
  const tailStart = size === 0 ? 0 : Math.floor((size - 1) / tileWidth) * tileWidth;
  const head = yield* (yield* EventLog).head;
  const leaves = yield* tree.leafHashes(tailStart, size - tailStart + maxSealed);
  const sealed = leaves.slice(0, size - tailStart);
  if (head <= size || leaves.length > size - tailStart) return { tailStart, sealed, next: leaves.slice(sealed.length) };
  // There are later events, and they cannot be read. The sealed ones are read alone, to find out which of them are wrong.
  const alone = yield* tree.leafHashes(tailStart, size - tailStart);
  if (alone.length === size - tailStart) return yield* new SealRefused({ reason: "leaves-missing", size });
  return { tailStart, sealed: alone, next: [] };
});

/**
 * Returns the tree of the last checkpoint, after comparing it with what is stored: the last tile with the events, and the
 * root hash with the tiles. A complete comparison is `audit verify`.
 */
const openTree = Effect.fnUntraced(function* (
  latest: SealedCheckpoint,
  tailStart: number,
  sealed: ReadonlyArray<Uint8Array>
) {
  const { rootHash, size } = latest;
  const tree = yield* SealedTree;
  if (tailStart + sealed.length < size) return yield* new SealRefused({ reason: "log-shorter", size });
  const last = { level: 0, index: tailStart / tileWidth };
  const stored = yield* tree.tiles([last, ...partialTiles(size)]);
  const leaves = stored.find(({ index, level }) => level === last.level && index === last.index);
  const isAsSealed = (leaf: Uint8Array, at: number): boolean =>
    leaves !== undefined && isSameHash(leaf, leaves.hashes.subarray(at * 32, at * 32 + 32));
  if (!sealed.every(isAsSealed)) return yield* new SealRefused({ reason: "leaves-changed", size });
  const growing = new GrowingTree(size, stored, nodeHashBy(yield* Sha256Hasher));
  if (!isSameHash(growing.root(), rootHash)) return yield* new SealRefused({ reason: "tiles-changed", size });
  return growing;
});

const signed = Effect.fnUntraced(function* (growing: GrowingTree) {
  const signer = yield* CheckpointSigner;
  const { origin } = signer;
  const size = growing.size();
  const rootHash = growing.root();
  const text = checkpointText({ origin, size, rootHash, extensions: [] });
  const note = noteText({ text, signatures: [yield* signer.sign(text)] });
  const sealedAt = new Date(yield* Clock.currentTimeMillis).toISOString();
  return { origin, size, rootHash, note, sealedAt };
});

const extend = Effect.fnUntraced(function* (latest: Option.Option<SealedCheckpoint>) {
  const report = yield* SealReport;
  const before = Option.getOrNull(latest);
  const seen = report.seenSize;
  if (!report.continues(before)) return yield* new SealRefused({ reason: "checkpoint-lost", size: seen });
  const { next, sealed, tailStart } = yield* readLeaves(before?.size ?? 0);
  const growing =
    before === null
      ? new GrowingTree(0, [], nodeHashBy(yield* Sha256Hasher))
      : yield* openTree(before, tailStart, sealed);
  if (next.length === 0) return Option.none<Seal>();
  for (const leaf of next) growing.add(leaf);
  const checkpoint = yield* signed(growing);
  const [current] = (yield* CheckpointSigner).keys;
  return Option.some({ tiles: growing.changedTiles(), checkpoint, verifierKey: verifierKeyText(current) });
});

/** A checkpoint that was signed, and how many events it added. */
export interface Sealed {
  readonly checkpoint: SealedCheckpoint;
  readonly added: number;
}

/**
 * Seals the next events: extends the tree and signs a checkpoint, at most `maxSealed` events in one. Returns the
 * checkpoint, or none if every event is sealed. Fails with `SealRefused` if the log does not continue the last checkpoint.
 */
export const sealNext = traced("sealNext")(function* (lease: Lease) {
  const tree = yield* SealedTree;
  let before = 0;
  const sealed = yield* tree.seal(lease, (latest) => {
    before = Option.match(latest, { onNone: () => 0, onSome: ({ size }) => size });
    return extend(latest);
  });
  const report = yield* SealReport;
  if (Option.isSome(sealed)) report.continues(sealed.value);
  return Option.map(sealed, (checkpoint): Sealed => ({ checkpoint, added: checkpoint.size - before }));
});

/** Says whether there may be something to seal: the log is longer than the last checkpoint, or no longer as long. */
export const needsSeal = Effect.gen(function* () {
  const latest = yield* (yield* SealedTree).latest;
  const head = yield* (yield* EventLog).head;
  return head !== Option.match(latest, { onNone: () => 0, onSome: ({ size }) => size });
});
