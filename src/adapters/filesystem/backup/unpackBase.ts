import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import * as Effect from "effect/Effect";
import type { StatedFile } from "../../../domain/backup/PostgresManifest.ts";
import { parsePostgresManifest } from "../../../domain/backup/PostgresManifest.ts";
import { isInnerPath, readTarHeader, type TarHeader, tarBlock, tarPadding } from "../../../domain/tar/TarHeader.ts";
import { type BackupFolderError, damaged, unreadable, unwritable } from "./BackupFolderError.ts";
import type { FoundBackup } from "./findBackup.ts";
import { backupFiles } from "./writeBackup.ts";

class Fault extends Error {}

/** Takes bytes of a stream in portions of the size that is asked for. */
class Portions {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns up to `size` bytes, and none only at the end. */
  async some(size: number): Promise<Buffer> {
    if (this.#rest.length === 0) {
      const { done, value } = await this.#source.next();
      if (done === true) return Buffer.alloc(0);
      this.#rest = value;
    }
    const portion = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(portion.length);
    return portion;
  }

  /** Returns exactly `size` bytes. */
  async exactly(size: number): Promise<Buffer> {
    const parts: Array<Buffer> = [];
    for (let left = size; left > 0; ) {
      const part = await this.some(left);
      if (part.length === 0) throw new Fault("the archive ends too early");
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }
}

const copyContent = async (portions: Portions, size: number, file: FileHandle, hash: Hash): Promise<void> => {
  for (let left = size; left > 0; ) {
    const part = await portions.some(left);
    if (part.length === 0) throw new Fault("the archive ends too early");
    hash.update(part);
    await file.writeFile(part);
    left -= part.length;
  }
};

/** Writes a file of the archive, and returns its SHA-256. */
const unpackFile = async (portions: Portions, { size }: TarHeader, path: string): Promise<string> => {
  const hash = createHash("sha256");
  const file = await open(path, "wx", 0o600);
  try {
    await copyContent(portions, size, file, hash);
  } finally {
    await file.close();
  }
  await portions.exactly(tarPadding(size));
  return hash.digest("hex");
};

const headerOf = (block: Uint8Array): TarHeader | null => {
  const header = readTarHeader(block);
  if (header === null) throw new Fault("the archive is damaged");
  if (header === "end") return null;
  if (header.kind === "other" || !isInnerPath(header.path)) throw new Fault(`unexpected entry ${header.path}`);
  return header;
};

/** Unpacks the archive into a folder, and compares each file with what PostgreSQL stated. */
const unpack = async (
  source: AsyncIterable<Buffer>,
  stated: ReadonlyMap<string, StatedFile>,
  target: string
): Promise<void> => {
  const portions = new Portions(source);
  const missing = new Set(stated.keys());
  for (let header = headerOf(await portions.exactly(tarBlock)); header !== null; ) {
    const path = join(target, header.path);
    if (header.kind === "folder") {
      await mkdir(path, { recursive: true, mode: 0o700 });
    } else {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const sha256 = await unpackFile(portions, header, path);
      const expected = stated.get(header.path);
      if (expected !== undefined && (expected.sha256 !== sha256 || expected.size !== header.size))
        throw new Fault(`${header.path} has changed`);
      missing.delete(header.path);
    }
    header = headerOf(await portions.exactly(tarBlock));
  }
  const [first] = missing;
  if (first !== undefined) throw new Fault(`${first} is missing`);
  while ((await portions.some(tarBlock)).length > 0);
};

/** Fails if a file of the backup is not as it was written. */
const checkFile = async (path: string, sha256: string): Promise<void> => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  if (hash.digest("hex") !== sha256) throw new Fault("its checksum differs");
};

/**
 * Verifies a backup, and unpacks it into an empty folder: the checksum of each file of the backup, and that of each file in
 * its archive. PostgreSQL makes the folder durable when it recovers it.
 */
export const unpackBase = ({ manifest, path }: FoundBackup, target: string): Effect.Effect<void, BackupFolderError> =>
  Effect.gen(function* () {
    for (const file of manifest.files)
      yield* Effect.tryPromise({
        try: () => checkFile(join(path, file.name), file.sha256),
        catch: (cause) => (cause instanceof Fault ? damaged(path, file.name) : unreadable(join(path, file.name), cause))
      });
    const text = yield* Effect.tryPromise({
      try: () => readFile(join(path, backupFiles.manifest), "utf8"),
      catch: (cause) => unreadable(path, cause)
    });
    const stated = yield* Effect.mapError(parsePostgresManifest(text), () => damaged(path, backupFiles.manifest));
    yield* Effect.tryPromise({
      try: () =>
        pipeline(createReadStream(join(path, backupFiles.archive)), createGunzip(), (source: AsyncIterable<Buffer>) =>
          unpack(source, stated, target)
        ),
      catch: (cause) => (cause instanceof Fault ? damaged(path, cause.message) : unwritable(target, cause))
    });
  });
