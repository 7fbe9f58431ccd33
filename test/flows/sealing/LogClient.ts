import { setTimeout } from "node:timers/promises";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import { type Checkpoint, parseCheckpoint } from "../../../src/domain/transparency/Checkpoint.ts";
import { consistencyPath, verifyConsistency } from "../../../src/domain/transparency/consistencyProof.ts";
import { parseNote } from "../../../src/domain/transparency/SignedNote.ts";
import { tileInTree, tilePath } from "../../../src/domain/transparency/Tile.ts";
import { TileHashes, tilesHolding } from "../../../src/domain/transparency/TileHashes.ts";
import { parseVerifierKey, type VerifierKey } from "../../../src/domain/transparency/VerifierKey.ts";
import { verifyEd25519 } from "../../../src/domain/transparency/verifyEd25519.ts";
import { verifyNote } from "../../../src/domain/transparency/verifyNote.ts";

/** Somebody outside, who has the public key and the checkpoint that they saw last, and nothing of the service. */
export class LogClient {
  readonly #bases: ReadonlyArray<string>;
  #key: VerifierKey | null = null;
  #last: { readonly checkpoint: Checkpoint; readonly text: string } | null = null;
  #turn = 0;
  /** The number of checkpoints that continued the one before, and of those that were seen again. */
  readonly seen = { consistent: 0, again: 0 };

  /** The addresses of all processes; any of them may be down. */
  constructor(bases: ReadonlyArray<string>) {
    this.#bases = bases;
  }

  /** The size of the last checkpoint. */
  get size(): number {
    return this.#last?.checkpoint.size ?? 0;
  }

  /** Asks the processes one after the other until one responds. */
  async #get(path: string): Promise<Buffer> {
    for (const end = performance.now() + 60_000; ; await setTimeout(20)) {
      this.#turn += 1;
      const base = this.#bases[this.#turn % this.#bases.length] ?? "";
      try {
        const response = await fetch(`${base}/log/${path}`, { signal: AbortSignal.timeout(5_000) });
        const body = Buffer.from(await response.arrayBuffer());
        if (response.status === 200) return body;
      } catch {
        // It was killed, or is starting.
      }
      if (performance.now() > end) throw new Error(`No process served ${path} for a minute`);
    }
  }

  async #keyOf(): Promise<VerifierKey> {
    this.#key ??= Either.getOrThrow(parseVerifierKey((await this.#get("key")).toString().split("\n")[0] ?? ""));
    return this.#key;
  }

  /** Fetches the proof from the tiles of the newer tree: full ones, and the partial ones that it needs. */
  async #proof(older: number, newer: number): Promise<ReadonlyArray<Uint8Array>> {
    const path = consistencyPath(older, newer);
    const hashes = new TileHashes();
    for (const { index, level } of tilesHolding(path, newer)) {
      const tile = Option.getOrThrow(tileInTree(level, index, newer));
      hashes.add(tile, await this.#get(tilePath(tile)));
    }
    return hashes.proof(path);
  }

  /** Fetches the latest checkpoint and throws unless it is signed and continues the last one. */
  async poll(): Promise<void> {
    const note = (await this.#get("checkpoint")).toString();
    const parsed = Either.getOrThrow(parseNote(note));
    Either.getOrThrow(verifyNote(parsed, [await this.#keyOf()], verifyEd25519));
    const checkpoint = Either.getOrThrow(parseCheckpoint(parsed.text));
    const last = this.#last;
    if (last !== null && checkpoint.size < last.checkpoint.size) {
      throw new Error(`The checkpoint of ${last.checkpoint.size} was followed by one of ${checkpoint.size}`);
    }
    if (last !== null && checkpoint.size === last.checkpoint.size) {
      if (parsed.text !== last.text)
        throw new Error(`Two checkpoints of ${checkpoint.size} differ:\n${last.text}\n${note}`);
      this.seen.again += 1;
      return;
    }
    if (last !== null) {
      const proof = await this.#proof(last.checkpoint.size, checkpoint.size);
      if (!verifyConsistency(last.checkpoint, checkpoint, proof)) {
        throw new Error(`The checkpoint of ${checkpoint.size} does not continue the one of ${last.checkpoint.size}`);
      }
      this.seen.consistent += 1;
    }
    this.#last = { checkpoint, text: parsed.text };
  }
}
