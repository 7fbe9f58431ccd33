import * as Schema from "effect/Schema";

/** Why a label, a definition or a preference was refused, as a code. */
export const LabelRefusal = Schema.Literal(
  "invalid-subject",
  "unknown-value",
  "invalid-cid",
  "invalid-end",
  "no-active-label",
  "invalid-value",
  "invalid-description",
  "already-defined",
  "system-value"
);
export type LabelRefusal = typeof LabelRefusal.Type;

/** A label, a definition or a preference was refused. `message` names the argument, the reason and the remedy. */
export class LabelRefused extends Schema.TaggedError<LabelRefused>()("LabelRefused", {
  reason: LabelRefusal,
  message: Schema.String
}) {}
