import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { Cid } from "../../domain/atproto/Cid.ts";
import { traced } from "../../domain/failure/traced.ts";
import { type LabelSubject, readSubject } from "../../domain/label/LabelSubject.ts";
import { initialOwnLabel } from "../../domain/label/OwnLabel.ts";
import { activeLabels } from "../../domain/movein/activeLabels.ts";
import { here, left, type MoveInRow, taken } from "../../domain/movein/MoveInRow.ts";
import type { OtherLabel } from "../../domain/movein/OtherInstance.ts";
import { Subjects } from "../../domain/personal/Subjects.ts";
import { ownLabels } from "../event/aggregates.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import type { LabelRequest } from "../labels/createLabel.ts";
import { ownLabelStream } from "../labels/ownLabelStream.ts";

const isCid = Schema.is(Cid);

/** Returns the label of this instance, if it ever made one. A person whom no event is about gets no pseudonym by this. */
const ownLabel = Effect.fnUntraced(function* (subject: LabelSubject, val: string) {
  const person = yield* (yield* Subjects).find(subject.did);
  if (Option.isNone(person)) return initialOwnLabel;
  return (yield* loadAggregate(ownLabels, yield* ownLabelStream(subject, val))).state;
});

interface PlannedLabel {
  readonly row: MoveInRow;
  readonly request: LabelRequest | null;
}

const planOne = Effect.fnUntraced(function* (label: OtherLabel, defined: ReadonlySet<string>) {
  const { exp, uri, val } = label;
  const notTaken = (outcome: MoveInRow["outcome"]): PlannedLabel => ({
    row: { kind: "label", id: `${val} ${uri}`, outcome },
    request: null
  });
  const subject = readSubject(uri);
  if (Either.isLeft(subject)) return notTaken(left("invalid", `uri ${subject.left}`));
  if (!defined.has(val)) return notTaken(left("invalid", `val ${val} is not defined here`));
  const erased = yield* (yield* Subjects).blocked([subject.right.did]);
  if (erased.size > 0) return notTaken(left("erased-here"));
  const own = yield* ownLabel(subject.right, val);
  if (own._tag === "Created") return notTaken(here);
  if (own._tag === "Negated") return notTaken(left("negated-here"));
  const cid = label.cid !== null && isCid(label.cid) ? label.cid : null;
  const outcome = cid === label.cid ? taken() : taken({ note: "cid-left", detail: label.cid ?? "" });
  return { ...notTaken(outcome), request: { uri, val, cid, exp } } satisfies PlannedLabel;
});

/**
 * Plans which labels of another instance this one makes in its own name, so that what was taken down there stays hidden.
 * `defined` is what is defined here once the definitions have moved.
 */
export const planLabels = traced("planLabels")(function* (
  labels: ReadonlyArray<OtherLabel>,
  defined: ReadonlySet<string>
) {
  const now = yield* Clock.currentTimeMillis;
  const planned = yield* Effect.forEach(activeLabels(labels, now), (label) => planOne(label, defined));
  return {
    rows: planned.map(({ row }) => row),
    requests: planned.flatMap(({ request }) => (request === null ? [] : [request]))
  };
});
