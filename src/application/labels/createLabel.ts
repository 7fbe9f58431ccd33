import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { Cid } from "../../domain/atproto/Cid.ts";
import type { Actor } from "../../domain/event/Envelope.ts";
import { traced } from "../../domain/failure/traced.ts";
import type { Label } from "../../domain/label/Label.ts";
import { LabelDefinitions } from "../../domain/label/LabelDefinitions.ts";
import { LabelCreated } from "../../domain/label/LabelEvent.ts";
import { LabelRefused } from "../../domain/label/LabelRefused.ts";
import { readSubject } from "../../domain/label/LabelSubject.ts";
import { applies, nextTime } from "../../domain/label/OwnLabel.ts";
import { instant } from "../../domain/record/value/instant.ts";
import { ownLabels } from "../event/aggregates.ts";
import { decideAcross } from "../event/decideAcross.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { ownLabelStream } from "./ownLabelStream.ts";
import { serviceDid } from "./serviceDid.ts";
import { storeLabels } from "./storeLabels.ts";

/** A label to create, as it was requested. `exp` is ISO 8601 with a zone; null for a label that does not end. */
export interface LabelRequest {
  readonly uri: string;
  readonly val: string;
  readonly cid: string | null;
  readonly exp: string | null;
}

const isCid = Schema.is(Cid);

/** Reads the subject of a label or refuses it. */
export const requireSubject = (uri: string) =>
  Effect.mapError(readSubject(uri), (must) => new LabelRefused({ reason: "invalid-subject", message: `uri ${must}.` }));

const requireDefinition = Effect.fnUntraced(function* (val: string) {
  const found = (yield* (yield* LabelDefinitions).list).find((each) => each.val === val);
  if (found !== undefined) return found;
  return yield* new LabelRefused({
    reason: "unknown-value",
    message: `Unknown label: ${val}. Define it with createLabelDefinition first.`
  });
});

const requireCid = (cid: string | null) =>
  cid === null || isCid(cid)
    ? Effect.succeed(cid)
    : new LabelRefused({ reason: "invalid-cid", message: "cid must be a CID of version 1, or be left out." });

const refusedEnd = (message: string) => new LabelRefused({ reason: "invalid-end", message });

/** Reads when a label ends, in Unix milliseconds. */
const requireEnd = (exp: string | null, now: number) => {
  if (exp === null) return Effect.succeed(null);
  const end = Option.map(instant(exp), (microseconds) => Math.trunc(Number(microseconds) / 1000));
  if (Option.isNone(end)) return refusedEnd("exp must be a point in time with a zone, such as 2026-01-31T12:00:00Z.");
  return end.value > now ? Effect.succeed(end.value) : refusedEnd("exp must be in the future, or be left out.");
};

/**
 * Decides on a label of this instance, to be recorded by `decideAcross`, possibly with other appends. The same active label
 * is not recorded twice. What it hides is hidden in the transaction of its event.
 */
export const labelDecision = Effect.fnUntraced(function* ({ uri, ...request }: LabelRequest, actor: Actor) {
  const subject = yield* requireSubject(uri);
  const { val } = yield* requireDefinition(request.val);
  const cid = yield* requireCid(request.cid);
  const now = yield* Clock.currentTimeMillis;
  const exp = yield* requireEnd(request.exp, now);
  const src = yield* serviceDid;
  const stream = yield* ownLabelStream(subject, val);
  const { state, version } = yield* loadAggregate(ownLabels, stream);
  if (state._tag === "Created" && applies(state, now) && state.cid === cid && state.exp === exp)
    return { appends: [], outcome: { src, subject, val, cid, neg: false, cts: state.cts, exp } satisfies Label };
  const cts = nextTime(state, now);
  const label: Label = { src, subject, val, cid, neg: false, cts, exp };
  const { did } = subject;
  const recordUri = subject._tag === "RecordSubject" ? subject.uri : null;
  const event = new LabelCreated({ src, did, uri: recordUri, val, cid, cts, exp });
  return {
    appends: [{ stream, version, events: [event], metadata: { actor, subjectDid: did } }],
    alongside: storeLabels([label]),
    outcome: label
  };
});

/** Labels a record or an account in the name of this instance, and returns the label. */
export const createLabel = traced("createLabel")(function* (request: LabelRequest, actor: Actor) {
  return (yield* decideAcross(labelDecision(request, actor))).outcome;
});
