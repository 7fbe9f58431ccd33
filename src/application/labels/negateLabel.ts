import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import type { Actor } from "../../domain/event/Envelope.ts";
import { traced } from "../../domain/failure/traced.ts";
import type { Label } from "../../domain/label/Label.ts";
import { LabelNegated } from "../../domain/label/LabelEvent.ts";
import { LabelRefused } from "../../domain/label/LabelRefused.ts";
import { LabelValue } from "../../domain/label/LabelValue.ts";
import { applies, nextTime } from "../../domain/label/OwnLabel.ts";
import { ownLabels } from "../event/aggregates.ts";
import { decideAcross } from "../event/decideAcross.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { requireSubject } from "./createLabel.ts";
import { ownLabelStream } from "./ownLabelStream.ts";
import { serviceDid } from "./serviceDid.ts";
import { storeLabels } from "./storeLabels.ts";

const noActiveLabel = (uri: string, val: string) =>
  new LabelRefused({
    reason: "no-active-label",
    message: `This instance has no active label ${val} on ${uri}. A label of another source can only be negated by that source.`
  });

const decision = Effect.fnUntraced(function* (uri: string, val: string, actor: Actor) {
  const subject = yield* requireSubject(uri);
  const now = yield* Clock.currentTimeMillis;
  const stream = yield* ownLabelStream(subject, val);
  const { state, version } = yield* loadAggregate(ownLabels, stream);
  if (!applies(state, now)) return yield* noActiveLabel(uri, val);
  const [src, cts, value] = [yield* serviceDid, nextTime(state, now), LabelValue.make(val)];
  const label: Label = { src, subject, val: value, cid: null, neg: true, cts, exp: null };
  const { did } = subject;
  const event = new LabelNegated({
    src,
    did,
    uri: subject._tag === "RecordSubject" ? subject.uri : null,
    val: value,
    cts
  });
  return {
    appends: [{ stream, version, events: [event], metadata: { actor, subjectDid: did } }],
    alongside: storeLabels([label]),
    outcome: label
  };
});

/**
 * Negates a label of this instance, and returns the negation. What only this label hid is visible again. Labels of other
 * sources stay: a negation counts for its own source only.
 */
export const negateLabel = traced("negateLabel")(function* (uri: string, val: string, actor: Actor) {
  return (yield* decideAcross(decision(uri, val, actor))).outcome;
});
