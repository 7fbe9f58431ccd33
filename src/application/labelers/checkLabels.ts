import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type { Did } from "../../domain/atproto/Did.ts";
import { traced } from "../../domain/failure/traced.ts";
import type { Label } from "../../domain/label/Label.ts";
import { subjectText } from "../../domain/label/LabelSubject.ts";
import type { DecodedLabel } from "../../domain/labeler/decodeLabel.ts";
import type { LabelRejection } from "../../domain/labeler/LabelRejection.ts";
import type { SignedLabel } from "../../domain/labeler/SignedLabel.ts";
import { isLabelSignedBy } from "../../domain/labeler/verifyLabel.ts";
import type { LabelerKey } from "./LabelerKey.ts";

/** The labels that a labeler signed, and those that have no effect, each in the order of arrival. */
export interface CheckedLabels {
  readonly labels: ReadonlyArray<Label>;
  readonly rejections: ReadonlyArray<LabelRejection>;
}

/** How many signatures are verified at once. */
const concurrency = 16;

/** Returns a label as one that has no effect. */
export const rejectedLabel = (
  { subject, val }: Label,
  reason: LabelRejection["reason"],
  detail: string
): LabelRejection => ({ reason, detail, uri: subjectText(subject), val });

const fromLabeler =
  (did: Did) =>
  (decoded: DecodedLabel): DecodedLabel =>
    Either.filterOrLeft(
      decoded,
      ({ label }) => label.src === did,
      ({ label }) => rejectedLabel(label, "foreign-source", "src must be the DID of the labeler")
    );

/** Returns the labels that a key did not sign. */
const unsignedBy = Effect.fnUntraced(function* (key: string, labels: ReadonlyArray<SignedLabel>) {
  const valid = yield* Effect.forEach(labels, (label) => isLabelSignedBy(key, label), { concurrency });
  return labels.filter((_, at) => valid[at] !== true);
});

/** Returns the labels that the labeler did not sign, by a key that was fetched after they arrived. */
const withoutSignature = Effect.fnUntraced(function* (key: LabelerKey, labels: ReadonlyArray<SignedLabel>) {
  const doubtful = yield* unsignedBy(key.current, labels);
  if (doubtful.length === 0) return doubtful;
  const hasChanged = yield* key.refresh;
  return hasChanged ? yield* unsignedBy(key.current, doubtful) : doubtful;
});

/**
 * Checks labels of one labeler: they must have its DID as their source, and its signature. A label that another key seems
 * to have signed is checked against the present DID document once more (AT Protocol, Label, "Signatures").
 */
export const checkLabels = traced("checkLabels")(function* (
  did: Did,
  key: LabelerKey,
  decoded: ReadonlyArray<DecodedLabel>
) {
  yield* key.renewIfOld;
  const own = decoded.map(fromLabeler(did));
  const signed = own.flatMap((each) => (Either.isRight(each) ? [each.right] : []));
  const refused = new Set(yield* withoutSignature(key, signed));
  const rejections = own.flatMap((each) => {
    if (Either.isLeft(each)) return [each.left];
    return refused.has(each.right)
      ? [rejectedLabel(each.right.label, "signature-invalid", "the key #atproto_label of the labeler did not sign it")]
      : [];
  });
  const labels = signed.filter((each) => !refused.has(each)).map(({ label }) => label);
  return { labels, rejections } satisfies CheckedLabels;
});
