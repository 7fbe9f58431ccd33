import { createReadStream, readFileSync } from "node:fs";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Stream from "effect/Stream";
import { parseVerifierKey } from "../../../domain/transparency/VerifierKey.ts";
import { badUsage, unavailable } from "../command/CommandFailed.ts";

const wrongKeys = {
  form: "must be <name>+<key id>+<base64>, a line of /log/key",
  name: "has a name with a space or a plus",
  key: "has no Ed25519 key of 32 bytes in base64",
  type: "has a type that is not Ed25519",
  "key-id": "has a key id that does not belong to its key"
} as const;

/** Reads the verifier keys that were typed. */
export const readKeys = (texts: ReadonlyArray<string>) =>
  Effect.forEach(texts, (text) =>
    Either.match(parseVerifierKey(text.trim()), {
      onLeft: ({ reason }) => Effect.fail(badUsage(`--key: "${text}" ${wrongKeys[reason]}`)),
      onRight: Effect.succeed
    })
  );

const unreadable = (file: string) => (cause: unknown) =>
  unavailable(`${file} cannot be read: ${cause instanceof Error ? cause.message : "unknown error"}`, cause);

/** Reads a file that was named, as text. */
export const readText = (file: string) =>
  Effect.try({ try: () => readFileSync(file, "utf8"), catch: unreadable(file) });

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
