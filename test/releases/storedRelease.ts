import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import * as Schema from "effect/Schema";
import { ReleaseFacts } from "./ReleaseFacts.ts";

const facts = Schema.parseJson(ReleaseFacts, { space: 2 });

/** Files of the databases of a cluster are alike, and far apart in the archive. */
const windowLog = 27;

const pathOf = (version: string, extension: string): string =>
  fileURLToPath(new URL(`${version}.${extension}`, import.meta.url));

/** Whether both files of a release are stored. */
export const isStored = (version: string): boolean =>
  ["json", "tar.zst"].every((extension) => existsSync(pathOf(version, extension)));

const tar = async (args: ReadonlyArray<string>, input?: Uint8Array): Promise<Buffer> => {
  const child = spawn("tar", args, { stdio: ["pipe", "pipe", "inherit"] });
  const chunks: Array<Buffer> = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const [[code]] = await Promise.all([once(child, "close"), pipeline([input ?? new Uint8Array()], child.stdin)]);
  if (code !== 0) throw new Error(`tar ended with the exit code ${code}`);
  return Buffer.concat(chunks);
};

/** Stores a data folder as that of a release. Returns the size of the archive in bytes. */
export const storeRelease = async (stored: ReleaseFacts, dataDir: string): Promise<number> => {
  const plain = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", `--mtime=@${stored.storedAt / 1000}`];
  const archive = await promisify(zstdCompress)(await tar([...plain, "-C", dataDir, "-cf", "-", "."]), {
    params: { [constants.ZSTD_c_compressionLevel]: 22, [constants.ZSTD_c_windowLog]: windowLog }
  });
  await writeFile(pathOf(stored.version, "tar.zst"), archive);
  await writeFile(pathOf(stored.version, "json"), `${Schema.encodeSync(facts)(stored)}\n`);
  return archive.length;
};

/** Reads what is known about the data folder of a release. */
export const readFacts = async (version: string): Promise<ReleaseFacts> =>
  Schema.decodeUnknownSync(facts)(await readFile(pathOf(version, "json"), "utf8"));

/** Unpacks the data folder of a release. */
export const unpackRelease = async (version: string, dataDir: string): Promise<void> => {
  const archive = await readFile(pathOf(version, "tar.zst"));
  await mkdir(dataDir);
  const unpacked = await promisify(zstdDecompress)(archive, { params: { [constants.ZSTD_d_windowLogMax]: windowLog } });
  await tar(["--no-same-owner", "-p", "-C", dataDir, "-xf", "-"], unpacked);
};
