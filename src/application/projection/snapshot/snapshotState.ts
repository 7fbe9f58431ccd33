import * as Effect from "effect/Effect";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import type { ReadModelSnapshot } from "../../../domain/projection/ReadModelSnapshots.ts";

/** The number of lines that are written before requests get their turn. */
const linesPerChunk = 500;

/** A line holds JSON, so it is never empty. */
const betweenChunks = "\n\n";

const chunksIn = (state: string): ReadonlyArray<string> => (state === "" ? [] : state.split(betweenChunks));

type Undigested = Omit<ReadModelSnapshot, "digest" | "state">;

const digestOf = (
  { eventTypes, leafHash, model, position, schemaVersion }: Undigested,
  chunkDigests: ReadonlyArray<string>
): string => sha256Base64Url(JSON.stringify([model, schemaVersion, position, leafHash, eventTypes, chunkDigests]));

/** Writes the lines of a state to a snapshot, a few at a time, so that a large state delays no request. */
export const writeSnapshot = Effect.fnUntraced(function* (snapshot: Undigested, lines: Iterable<string>) {
  const chunks: Array<string> = [];
  const digests: Array<string> = [];
  let open: Array<string> = [];
  const close = (): void => {
    const chunk = open.join("\n");
    chunks.push(chunk);
    digests.push(sha256Base64Url(chunk));
    open = [];
  };
  for (const line of lines) {
    open.push(line);
    if (open.length < linesPerChunk) continue;
    close();
    yield* Effect.yieldNow();
  }
  if (open.length > 0) close();
  return { ...snapshot, digest: digestOf(snapshot, digests), state: chunks.join(betweenChunks) };
});

/** Whether a snapshot is as it was written. */
export const isIntact = (snapshot: ReadModelSnapshot): boolean =>
  snapshot.digest ===
  digestOf(
    snapshot,
    chunksIn(snapshot.state).map((chunk) => sha256Base64Url(chunk))
  );

/** Returns the lines of the state of a snapshot. */
export const linesIn = (snapshot: ReadModelSnapshot): ReadonlyArray<string> =>
  chunksIn(snapshot.state).flatMap((chunk) => chunk.split("\n"));
