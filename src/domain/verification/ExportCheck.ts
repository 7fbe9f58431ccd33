import * as Either from "effect/Either";
import type { Checkpoint } from "../transparency/Checkpoint.ts";
import { verifyInclusion } from "../transparency/inclusionProof.ts";
import { MerkleFrontier } from "../transparency/MerkleFrontier.ts";
import { emptyRoot, isSameHash } from "../transparency/merkleHash.ts";
import { decodeHash } from "../transparency/strictBase64.ts";
import type { VerifierKey } from "../transparency/VerifierKey.ts";
import type { VerifyEd25519 } from "../transparency/verifyNote.ts";
import { checkEventLine } from "./checkEventLine.ts";
import { type EndLine, readEventLine } from "./exportLine.ts";
import type { Fault, Part } from "./Fault.ts";
import { readSignedCheckpoint } from "./readSignedCheckpoint.ts";

/** What an export is compared with: the keys of the log, and checkpoints that were verified before. */
export interface Trusted {
  readonly keys: ReadonlyArray<VerifierKey>;
  readonly older: ReadonlyArray<Checkpoint>;
  readonly verify: VerifyEd25519;
}

const notAnEvent = "the line is not the canonical JSON of an event";

/** The end of a whole export that is verified as it arrives: unknown until `finishWith` is called. */
export const unreadEnd: EndLine = { count: null, checkpoint: null, incomplete: null, isPartial: false };

/**
 * Verifies the lines of an export in order, as docs/auditing.md defines it ("How to verify an export"). The end line is
 * read before the others, or is `unreadEnd`. Each method returns the first thing that does not hold, or null.
 */
export class ExportCheck {
  readonly #trusted: Trusted;
  #end: EndLine | null;
  #signed: Either.Either<Checkpoint, Fault>;
  readonly #isPartial: boolean;
  readonly #frontier = new MerkleFrontier();
  readonly #roots = new Map<number, Uint8Array>([[0, emptyRoot]]);
  readonly #versions = new Map<string, number>();
  #previous = 0;
  #proven = 0;
  #personal = 0;

  constructor(end: EndLine | null, trusted: Trusted) {
    this.#end = end;
    this.#trusted = trusted;
    this.#isPartial = end?.isPartial ?? false;
    this.#signed = this.#readSigned(end);
  }

  #readSigned(end: EndLine | null): Either.Either<Checkpoint, Fault> {
    const text = typeof end?.checkpoint === "string" ? end.checkpoint : "";
    return readSignedCheckpoint(text, this.#trusted.keys, this.#trusted.verify);
  }

  /** The number of events so far. */
  count(): number {
    return this.#frontier.size();
  }

  /** The number of events that had a proof. */
  proven(): number {
    return this.#proven;
  }

  /** The number of streams that had events. */
  streams(): number {
    return this.#versions.size;
  }

  /** The number of personal values that were compared with their commitments. */
  personal(): number {
    return this.#personal;
  }

  /** The checkpoint of the end line, once `finish` has found that everything holds. */
  checkpoint(): Checkpoint | null {
    return Either.getOrNull(this.#signed);
  }

  /** Adds the line of an event, with its line feed. */
  add(bytes: Uint8Array): Fault | null {
    const line = readEventLine(bytes);
    const next = this.#previous + 1;
    if (line === null) return { position: next, part: "leaf", reason: notAnEvent };
    const { position, proof, stream, version } = line;
    if (this.#isPartial ? position < next : position !== next)
      return { position: next, part: "position", reason: `the line has position ${position}` };
    const leaf = checkEventLine(line);
    if (Either.isLeft(leaf)) return leaf.left;
    this.#personal += Object.keys(line.personal).length;
    const before = this.#versions.get(stream) ?? 0;
    if (this.#isPartial ? version <= before : version !== before + 1)
      return { position, part: "stream-version", reason: `${stream} has version ${version} after ${before}` };
    this.#versions.set(stream, version);
    this.#frontier.add(leaf.right);
    this.#previous = position;
    if (this.#trusted.older.some(({ size }) => size === this.count()))
      this.#roots.set(this.count(), this.#frontier.root());
    return this.#checkProof(position, leaf.right, proof);
  }

  #checkProof(position: number, leaf: Uint8Array, proof: ReadonlyArray<unknown> | null): Fault | null {
    const checkpoint = Either.getOrNull(this.#signed);
    if (proof !== null) this.#proven += 1;
    if (proof !== null && checkpoint !== null) {
      const hashes = proof.flatMap((hash) => (typeof hash === "string" ? (decodeHash(hash) ?? []) : []));
      const isIncluded =
        hashes.length === proof.length &&
        verifyInclusion(position - 1, checkpoint.size, leaf, hashes, checkpoint.rootHash);
      if (!isIncluded)
        return { position, part: "tree", reason: "the proof does not lead to the root of the checkpoint" };
    }
    return this.#proven === 0 || this.#proven === this.count()
      ? null
      : { position, part: "tree", reason: "some lines have a proof, and some have none" };
  }

  /** Verifies the end line of an export that is read once, and what it says of the events. */
  finishWith(end: EndLine | null): Fault | null {
    this.#end = end;
    this.#signed = this.#readSigned(end);
    return this.finish();
  }

  /** Verifies the end line and what it says of the events. */
  finish(): Fault | null {
    const end = this.#end;
    const next = this.#previous + 1;
    const at = (position: number, part: Part, reason: string): Fault => ({ position, part, reason });
    if (end === null) return at(next, "position", "the file is cut off: it has no end line");
    if (end.incomplete !== null) return at(next, "position", `the export is incomplete: ${String(end.incomplete)}`);
    if (end.count !== this.count())
      return at(next, "position", `the end line counts ${String(end.count)} events, not ${this.count()}`);
    if (Either.isLeft(this.#signed)) return { ...this.#signed.left, position: this.#previous };
    const { rootHash, size } = this.#signed.right;
    if (this.#isPartial ? size < this.#previous : size !== this.count())
      return at(this.#previous, "checkpoint", `the checkpoint is of ${size} events`);
    if (!this.#isPartial && !isSameHash(this.#frontier.root(), rootHash))
      return at(this.#previous, "tree", "the leaves do not have the root of the checkpoint");
    return this.#compareOlder();
  }

  #compareOlder(): Fault | null {
    for (const { rootHash, size } of this.#trusted.older) {
      if (size > this.count())
        return {
          position: this.count() + 1,
          part: "checkpoint",
          reason: `an older checkpoint is of ${size} events`
        };
      const root = this.#roots.get(size);
      if (root === undefined || !isSameHash(root, rootHash))
        return { position: size, part: "checkpoint", reason: `an older checkpoint of ${size} events has another root` };
    }
    return null;
  }
}
