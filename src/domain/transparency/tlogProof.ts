import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import * as Schema from "effect/Schema";
import { decodeHash, decodeStrictBase64 } from "./strictBase64.ts";
import { decodeDecimal } from "./strictDecimal.ts";

/** The proof that one event is in a log, for a file (C2SP tlog-proof). */
export interface TlogProof {
  /** Bytes with a meaning to the application, or null. Nothing authenticates them. */
  readonly extra: Uint8Array | null;
  /** The index of the leaf, from 0. */
  readonly index: number;
  /** The inclusion proof, from the sibling of the leaf up. */
  readonly hashes: ReadonlyArray<Uint8Array>;
  /** The signed note of the checkpoint. */
  readonly checkpoint: string;
}

/** A text is not a proof. */
export class TlogProofInvalid extends Schema.TaggedError<TlogProofInvalid>()("TlogProofInvalid", {
  reason: Schema.Literal("header", "extra", "index", "hash", "too-many-hashes", "no-checkpoint")
}) {}

const header = "c2sp.org/tlog-proof@v1";
/** A tree of 2^64 leaves has no longer path. */
const maxHashes = 64;

/** Returns the text of a proof. */
export const tlogProofText = ({ extra, index, hashes, checkpoint }: TlogProof): string =>
  [
    header,
    ...(extra === null ? [] : [`extra ${Encoding.encodeBase64(extra)}`]),
    `index ${index}`,
    ...hashes.map((hash) => Encoding.encodeBase64(hash)),
    "",
    checkpoint
  ].join("\n");

/** Reads a proof strictly. The checkpoint in it is not read: `parseNote` does. */
export const parseTlogProof = (text: string): Either.Either<TlogProof, TlogProofInvalid> => {
  const invalid = (reason: TlogProofInvalid["reason"]) => Either.left(new TlogProofInvalid({ reason }));
  const end = text.indexOf("\n\n");
  if (!text.startsWith(`${header}\n`)) return invalid("header");
  if (end === -1 || end + 2 === text.length) return invalid("no-checkpoint");
  const lines = text.slice(header.length + 1, end).split("\n");
  const extraLine = lines[0]?.startsWith("extra ") ? (lines.shift() ?? "") : null;
  const extra = extraLine === null ? null : decodeStrictBase64(extraLine.slice(6));
  if (extraLine !== null && extra === null) return invalid("extra");
  const indexLine = lines.shift() ?? "";
  const index = indexLine.startsWith("index ") ? decodeDecimal(indexLine.slice(6)) : null;
  if (index === null) return invalid("index");
  if (lines.length > maxHashes) return invalid("too-many-hashes");
  const hashes: Array<Uint8Array> = [];
  for (const line of lines) {
    const hash = decodeHash(line);
    if (hash === null) return invalid("hash");
    hashes.push(hash);
  }
  return Either.right({ extra, index, hashes, checkpoint: text.slice(end + 2) });
};
