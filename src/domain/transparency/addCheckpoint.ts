import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import * as Schema from "effect/Schema";
import { decodeHash } from "./strictBase64.ts";
import { decodeDecimal } from "./strictDecimal.ts";

/** The body of a request to a witness for a cosignature (C2SP tlog-witness, add-checkpoint). */
export interface AddCheckpoint {
  /** The size of the last checkpoint that the witness cosigned, as the sender knows it; 0 for none. */
  readonly oldSize: number;
  /** The consistency proof from that size; empty from 0. */
  readonly proof: ReadonlyArray<Uint8Array>;
  /** The signed note of the checkpoint. */
  readonly checkpoint: string;
}

/** A text is not the body of an add-checkpoint request. */
export class AddCheckpointInvalid extends Schema.TaggedError<AddCheckpointInvalid>()("AddCheckpointInvalid", {
  reason: Schema.Literal("old-size", "hash", "too-many-hashes", "no-checkpoint")
}) {}

/** The longest proof that a request may have (C2SP tlog-witness, add-checkpoint). */
const maxHashes = 63;

/** Returns the body of an add-checkpoint request. */
export const addCheckpointText = ({ oldSize, proof, checkpoint }: AddCheckpoint): string =>
  [`old ${oldSize}`, ...proof.map((hash) => Encoding.encodeBase64(hash)), "", checkpoint].join("\n");

/** Reads the body of an add-checkpoint request strictly. The checkpoint in it is not read: `parseNote` does. */
export const parseAddCheckpoint = (body: string): Either.Either<AddCheckpoint, AddCheckpointInvalid> => {
  const invalid = (reason: AddCheckpointInvalid["reason"]) => Either.left(new AddCheckpointInvalid({ reason }));
  const end = body.indexOf("\n\n");
  const [oldLine = "", ...lines] = body.slice(0, Math.max(end, 0)).split("\n");
  const oldSize = oldLine.startsWith("old ") ? decodeDecimal(oldLine.slice(4)) : null;
  if (end === -1 || end + 2 === body.length) return invalid("no-checkpoint");
  if (oldSize === null) return invalid("old-size");
  if (lines.length > maxHashes) return invalid("too-many-hashes");
  const proof: Array<Uint8Array> = [];
  for (const line of lines) {
    const hash = decodeHash(line);
    if (hash === null) return invalid("hash");
    proof.push(hash);
  }
  return Either.right({ oldSize, proof, checkpoint: body.slice(end + 2) });
};

/** Returns the body of the response of a witness that cosigned another size last, of media type `text/x.tlog.size`. */
export const sizeText = (size: number): string => `${size}\n`;

/** Reads the size that a witness states in such a response, or returns null. */
export const parseSizeText = (body: string): number | null =>
  body.endsWith("\n") ? decodeDecimal(body.slice(0, -1)) : null;
