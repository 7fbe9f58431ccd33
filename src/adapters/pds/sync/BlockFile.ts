import { readSync } from "node:fs";
import { type FileHandle, mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import type { CID } from "multiformats/cid";
import type { Block } from "../../../domain/sync/repository/CarReader.ts";
import { RepositoryUnreadable } from "../../../domain/sync/repository/RepositoryReader.ts";
import { BlockIndex, type BlockLocation } from "./BlockIndex.ts";

const digestBytes = 32;
const noSpace = new RepositoryUnreadable({ reason: "no-temporary-space", retryAfter: null });

/**
 * Stores blocks in a temporary file, each after its digest; memory contains only their positions. The file is unlinked after
 * it is opened, so that it disappears with the process.
 */
export class BlockFile {
  readonly #file: FileHandle;
  readonly #index: BlockIndex;
  #end = 0;

  private constructor(file: FileHandle, seed: number) {
    this.#file = file;
    this.#index = new BlockIndex(seed);
  }

  /** Opens a new file in a folder, which is created if missing. The file is closed with the scope. */
  static readonly make = (folder: string): Effect.Effect<BlockFile, RepositoryUnreadable, Scope.Scope> =>
    Effect.map(
      Effect.acquireRelease(Effect.tryPromise({ try: () => openUnlinkedFile(folder), catch: () => noSpace }), (file) =>
        Effect.promise(() => file.close())
      ),
      (file) => new BlockFile(file, crypto.getRandomValues(new Uint32Array(1))[0] ?? 0)
    );

  get size(): number {
    return this.#index.size;
  }

  get bytes(): number {
    return this.#end - digestBytes * this.size;
  }

  add(blocks: ReadonlyArray<Block>): Effect.Effect<void, RepositoryUnreadable> {
    return Effect.tryPromise({ try: () => this.#write(blocks), catch: () => noSpace });
  }

  async #write(blocks: ReadonlyArray<Block>): Promise<void> {
    if (blocks.length === 0) return;
    const written = Buffer.concat(blocks.flatMap(({ bytes, cid }) => [cid.multihash.digest, bytes]));
    for (let at = 0; at < written.length; ) {
      const { bytesWritten } = await this.#file.write(written, at, written.length - at, this.#end + at);
      at += bytesWritten;
    }
    for (const { bytes, cid } of blocks) {
      this.#index.add(cid.multihash.digest, { offset: this.#end, length: digestBytes + bytes.length });
      this.#end += digestBytes + bytes.length;
    }
  }

  read(cid: CID): Uint8Array | null {
    const { digest } = cid.multihash;
    if (digest.length !== digestBytes) return null;
    for (const place of this.#index.locations(digest)) {
      const found = this.#readAt(place);
      if (found.subarray(0, digestBytes).equals(digest)) return found.subarray(digestBytes);
    }
    return null;
  }

  #readAt({ length, offset }: BlockLocation): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let at = 0; at < length; ) {
      const read = readSync(this.#file.fd, bytes, at, length - at, offset + at);
      if (read === 0) throw new Error("The temporary file of a repository was cut short");
      at += read;
    }
    return bytes;
  }
}

async function openUnlinkedFile(parent: string): Promise<FileHandle> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, "tidemark-repository-"));
  const file = await open(join(folder, "blocks"), "wx+", 0o600);
  await rm(folder, { recursive: true });
  return file;
}
