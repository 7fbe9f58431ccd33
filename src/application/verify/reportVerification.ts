import * as Effect from "effect/Effect";
import * as Encoding from "effect/Encoding";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { Did } from "../../domain/atproto/Did.ts";
import { traced } from "../../domain/failure/traced.ts";
import { SealedTree } from "../../domain/transparency/SealedTree.ts";
import { decodeHash } from "../../domain/transparency/strictBase64.ts";
import { VerificationRuns } from "../../domain/verification/VerificationRuns.ts";
import { type FinishedVerification, recordVerification } from "./recordVerification.ts";

/** What a browser states about its verification: that the log holds up to a checkpoint, or what does not hold. */
export type StatedVerification = Omit<FinishedVerification, "by" | "actor">;

/** A browser states something about a verification that cannot be. Nothing was recorded. */
export class StatementRefused extends Schema.TaggedError<StatementRefused>()("StatementRefused", {
  member: Schema.Literal("checked", "size", "rootHash", "compared", "reason"),
  reason: Schema.String
}) {
  override get message(): string {
    return `result: ${this.member} ${this.reason}. Nothing was recorded`;
  }
}

const maxCompared = 10;
const refuse = (member: StatementRefused["member"], reason: string) => new StatementRefused({ member, reason });

/** A log that holds does so up to a checkpoint that was signed here. */
const checkClaim = Effect.fnUntraced(function* ({ checked, firstBad, rootHash, size }: StatedVerification) {
  if (firstBad !== null) return;
  const stored = size > 0 ? yield* (yield* SealedTree).checkpoint(size) : Option.none();
  if (Option.isNone(stored)) return yield* refuse("size", "must be the size of a checkpoint of this log");
  if (rootHash !== Encoding.encodeBase64(stored.value.rootHash))
    return yield* refuse("rootHash", "must be the root hash of the checkpoint of this size");
  if (checked !== size) return yield* refuse("checked", "must be the size of the checkpoint: a whole log was verified");
});

/**
 * Records what the browser of an admin states about a verification of the log, and returns the position of the event. The
 * service cannot see whether the browser verified anything: it refuses only what cannot be true.
 */
export const reportVerification = traced("reportVerification")(function* (
  stated: StatedVerification,
  admin: Did | null
) {
  if (stated.checked < 0) return yield* refuse("checked", "must not be negative");
  if (stated.compared.length > maxCompared) return yield* refuse("compared", `must have at most ${maxCompared} items`);
  if (stated.compared.some(({ rootHash, size }) => size < 0 || decodeHash(rootHash) === null))
    return yield* refuse("compared", "must have sizes that are not negative, and root hashes of 32 bytes in base64");
  if (stated.firstBad !== null && !/^[\P{C}]{1,300}$/u.test(stated.firstBad.reason))
    return yield* refuse("reason", "must be one line of up to 300 characters");
  yield* checkClaim(stated);
  const position = yield* recordVerification({ ...stated, by: "browser", actor: { type: "admin", id: admin } });
  yield* (yield* VerificationRuns).awaitPosition(position);
  return position;
});
