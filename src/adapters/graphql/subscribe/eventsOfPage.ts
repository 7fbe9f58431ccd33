import * as Effect from "effect/Effect";
import { recordAddress } from "../../../domain/atproto/AtUri.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import { formatChangeCursor } from "../../../domain/record/change/ChangeCursor.ts";
import { changeSeen } from "../../../domain/record/change/changeSeen.ts";
import type { RecordChange } from "../../../domain/record/change/RecordChange.ts";
import type { ChangePage } from "../../../domain/record/change/RecordChanges.ts";
import type { RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import { matchesFilter } from "../../../domain/record/query/matchesFilter.ts";
import type { NamedRecord } from "../../../domain/record/query/operandValue.ts";
import { noLabels } from "../../../domain/record/query/RecordLabels.ts";
import { plainResult } from "../execute/plainResult.ts";
import type { ResponseLimits } from "../execute/ResponseLimits.ts";
import { readFailure } from "../execute/readFailure.ts";
import type { ChangePlan, NotificationPlan, PlainMember, RecordResult, SubscriptionPlan } from "../plan/Plan.ts";
import { referredAccounts } from "./referredAccounts.ts";
import type { SubscriptionEvent } from "./SubscriptionEvent.ts";
import type { VersionRead, VersionReads } from "./VersionReads.ts";

/** A subscription, and the Lexicons that it was planned with. */
interface Planned {
  readonly plan: SubscriptionPlan;
  readonly plannedWith: LexiconSet;
}

const isMembers = (selected: ChangePlan["selected"]): selected is ReadonlyArray<PlainMember> => Array.isArray(selected);

/** A record notifies of itself when it is created with a reference, or gets one. */
const isNotification = (
  { selected, viewer }: NotificationPlan,
  lexicons: LexiconSet,
  change: RecordChange
): boolean => {
  if (!selected.has(change.collection) || change.isHidden) return false;
  const accounts = referredAccounts(lexicons);
  return changeSeen(change, ({ record }) => accounts(record).has(viewer)) === "created";
};

/** Whether a subscription tells a change. Of a record that is hidden by now it tells only that it is gone. */
const isTold = ({ plan, plannedWith }: Planned, change: RecordChange): boolean => {
  if (plan._tag === "NotificationPlan") return isNotification(plan, plannedWith, change);
  if (change.collection !== plan.collection || (change.isHidden && plan.change !== "deleted")) return false;
  const matches = (record: NamedRecord) => matchesFilter(plan.where, record, plan.parameters, noLabels);
  return changeSeen(change, matches) === plan.change;
};

/** Returns the fields of a deleted record, as the text of a JSON object. */
const deletedRecord = (members: ReadonlyArray<PlainMember>, { before, uri }: RecordChange): string => {
  const { collection, did, rkey } = recordAddress(uri);
  const cid = before?.record.cid ?? null;
  return JSON.stringify(plainResult(members, { uri, did, collection, rkey, cid }));
};

/** Reads the selected fields of each record in the version that a change led to. */
const readSelected = (reads: VersionReads, selected: RecordResult, changes: ReadonlyArray<RecordChange>) =>
  reads.read(
    selected,
    changes.flatMap(({ after }) => after?.record ?? [])
  );

/** Reads the selected fields of the records of each collection, in the order of the changes. */
const readNotifying = Effect.fnUntraced(function* (
  reads: VersionReads,
  { selected }: NotificationPlan,
  changes: ReadonlyArray<RecordChange>
) {
  const found = yield* Effect.forEach(
    Map.groupBy(changes, ({ collection }) => collection),
    ([collection, some]) => {
      const result = selected.get(collection);
      return Effect.map(result === undefined ? Effect.succeed([]) : readSelected(reads, result, some), (texts) =>
        some.map((change, at) => [change, texts[at] ?? "null"] as const)
      );
    },
    { concurrency: "unbounded" }
  );
  const texts = new Map(found.flat());
  return changes.map((change) => texts.get(change) ?? "null");
});

const textsOf = (
  reads: VersionReads,
  plan: SubscriptionPlan,
  told: ReadonlyArray<RecordChange>
): Effect.Effect<ReadonlyArray<VersionRead>, RecordIndexUnavailable> => {
  if (plan._tag === "NotificationPlan") return readNotifying(reads, plan, told);
  const { selected } = plan;
  return isMembers(selected)
    ? Effect.succeed(told.map((change) => deletedRecord(selected, change)))
    : readSelected(reads, selected, told);
};

const bodyOf = (
  { fieldErrors, key }: SubscriptionPlan,
  limits: ResponseLimits,
  read: VersionRead,
  cursor: string
): string => {
  const extensions = `"extensions":${JSON.stringify({ cursor })}`;
  if (typeof read !== "string")
    return `{"data":null,"errors":${JSON.stringify([readFailure(read, limits)])},${extensions}}`;
  const errors = fieldErrors.length > 0 ? `"errors":${JSON.stringify(fieldErrors)},` : "";
  return `{"data":{${JSON.stringify(key)}:${read}},${errors}${extensions}}`;
};

/** Returns the events of a subscription for a page of changes, in their order. Fails if the database is unreachable. */
export const eventsOfPage = Effect.fnUntraced(function* (
  reads: VersionReads,
  limits: ResponseLimits,
  planned: Planned,
  { changes, cursor: { epoch } }: ChangePage
) {
  const { plan } = planned;
  const told = changes.filter((change) => isTold(planned, change));
  const texts = yield* textsOf(reads, plan, told);
  return told.map(({ position }, at): SubscriptionEvent => {
    const cursor = { epoch, ...position };
    return { cursor, body: bodyOf(plan, limits, texts[at] ?? "null", formatChangeCursor(cursor)) };
  });
});
