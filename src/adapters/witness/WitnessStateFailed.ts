import * as Schema from "effect/Schema";

/** Why a witness cannot use its state file. */
const Reason = Schema.Literal(
  "in-use",
  "readable-by-others",
  "malformed",
  "unknown-name",
  "other-name",
  "not-accessible"
);

const advice: Readonly<Record<typeof Reason.Type, string>> = {
  "in-use": "is used by another witness: stop that one, or name another file",
  "readable-by-others": "holds a private key and can be read by other users: change its mode with chmod 600",
  malformed:
    "is not the state of a witness: name another file, and give the new verifier key to the operators of the logs. Do not restore an older copy, because the witness could then cosign two histories",
  "unknown-name": "is new, and this machine has no name that a key can have: name the witness with --name",
  "other-name": "belongs to a witness of another name: leave out --name, or name another file",
  "not-accessible": "cannot be read and written"
};

/** A witness cannot use its state file. The message is one line for the operator. */
export class WitnessStateFailed extends Schema.TaggedError<WitnessStateFailed>()("WitnessStateFailed", {
  path: Schema.String,
  reason: Reason,
  /** The code of the file system, or empty. */
  code: Schema.String
}) {
  override get message(): string {
    const { code, path, reason } = this;
    return `--state ${path} ${advice[reason]}${code === "" ? "" : ` (${code})`}`;
  }
}
