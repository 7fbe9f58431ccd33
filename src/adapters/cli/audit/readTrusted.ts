import { createReadStream, createWriteStream, existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Stream from "effect/Stream";
import { keptNote } from "../../../domain/transparency/publishing/keptNote.ts";
import { parseVerifierKey } from "../../../domain/transparency/VerifierKey.ts";
import { badUsage, unavailable } from "../command/CommandFailed.ts";

const wrongKeys = {
  form: "must be <name>+<key id>+<base64>, a line of /log/key, or a file of such lines",
  name: "has a name with a space or a plus",
  key: "has no Ed25519 key of 32 bytes in base64",
  type: "has a type that is not Ed25519",
  "key-id": "has a key id that does not belong to its key"
} as const;

const unreadable = (file: string) => (cause: unknown) =>
  unavailable(`${file} cannot be read: ${cause instanceof Error ? cause.message : "unknown error"}`, cause);

/** What stands for standard input in place of the name of a file. */
const standardInput = "-";

const standardInputDescriptor = 0;

/** Reads a file that was named, or standard input, as text. */
export const readText = (file: string) =>
  Effect.try({
    try: () => readFileSync(file === standardInput ? standardInputDescriptor : file, "utf8"),
    catch: unreadable(file)
  });

/** Reads the checkpoint that somebody kept in a file, or in a line of an anchor file. */
export const readCheckpoint = (file: string) => Effect.map(readText(file), keptNote);

const parseKey = (written: string, from: string) =>
  Either.mapLeft(parseVerifierKey(written.trim()), ({ reason }) => badUsage(`--key: ${from} ${wrongKeys[reason]}`));

/** Reads the verifier keys of a file, one a line, as /log/key returns them. */
const readKeyFile = Effect.fnUntraced(function* (file: string) {
  const lines = (yield* readText(file)).split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) return yield* badUsage(`--key: ${file} has no key: save /log/key in it`);
  return yield* Effect.forEach(lines, (line, at) => parseKey(line, `line ${at + 1} of ${file}`));
});

/** Reads the verifier keys that were typed: keys, or files of keys. */
export const readKeys = (texts: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(texts, (text) =>
      existsSync(text) ? readKeyFile(text) : Effect.map(parseKey(text, `"${text}"`), (key) => [key])
    ),
    (keys) => keys.flat()
  );

/** Reads a file that was named, as bytes. */
export const readBytes = (file: string) => Effect.try({ try: () => readFileSync(file), catch: unreadable(file) });

/** Splits chunks of bytes into lines, each with its line feed. The last one may have none. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10) + 1; end > 0; end = rest.indexOf(10) + 1) {
      yield rest.subarray(0, end);
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) yield rest;
}

/** Returns the lines of a file as bytes, each with its line feed, in memory that does not grow with the file. */
export const readLines = (file: string) =>
  Stream.suspend(() =>
    Stream.fromAsyncIterable(linesOf(createReadStream(file, { highWaterMark: 1_048_576 })), unreadable(file))
  );

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "tidemark-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
);

/** Returns a file that can be read twice: the one that was named, or a copy of standard input. */
export const readableTwice = Effect.fnUntraced(function* (file: string) {
  if (file !== standardInput) return file;
  const copy = join(yield* temporaryFolder, "input");
  yield* Effect.tryPromise({
    try: () => pipeline(process.stdin, createWriteStream(copy, { mode: 0o600 })),
    catch: unreadable("Standard input")
  });
  return copy;
});
