import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import * as Schema from "effect/Schema";
import { decodeHash } from "./strictBase64.ts";
import { decodeDecimal } from "./strictDecimal.ts";

/**
 * What a checkpoint states (C2SP tlog-checkpoint): the tree of the log `origin` has `size` leaves and this root hash.
 * `extensions` are further lines without a meaning here; Tidemark writes none.
 */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly rootHash: Uint8Array;
  readonly extensions: ReadonlyArray<string>;
}

/** A text is not the text of a checkpoint. `reason` names the line. */
export class CheckpointInvalid extends Schema.TaggedError<CheckpointInvalid>()("CheckpointInvalid", {
  reason: Schema.Literal("lines", "origin", "size", "root-hash", "extensions")
}) {}

/** Returns the text of a checkpoint, which its signatures cover: each line with a newline. */
export const checkpointText = ({ origin, size, rootHash, extensions }: Checkpoint): string =>
  [origin, String(size), Encoding.encodeBase64(rootHash), ...extensions, ""].join("\n");

/** Reads the text of a checkpoint, without its signatures. */
export const parseCheckpoint = (text: string): Either.Either<Checkpoint, CheckpointInvalid> => {
  const lines = text.split("\n");
  if (lines.pop() !== "" || lines.length < 3) return Either.left(new CheckpointInvalid({ reason: "lines" }));
  const [origin = "", sizeLine = "", rootLine = "", ...extensions] = lines;
  const size = decodeDecimal(sizeLine);
  const rootHash = decodeHash(rootLine);
  if (origin === "") return Either.left(new CheckpointInvalid({ reason: "origin" }));
  if (size === null) return Either.left(new CheckpointInvalid({ reason: "size" }));
  if (rootHash === null) return Either.left(new CheckpointInvalid({ reason: "root-hash" }));
  if (extensions.includes("")) return Either.left(new CheckpointInvalid({ reason: "extensions" }));
  return Either.right({ origin, size, rootHash, extensions });
};
