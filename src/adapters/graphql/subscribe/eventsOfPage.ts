import * as Effect from "effect/Effect";
import { recordAddress } from "../../../domain/atproto/AtUri.ts";
import { formatChangeCursor } from "../../../domain/record/change/ChangeCursor.ts";
import { changeSeen } from "../../../domain/record/change/changeSeen.ts";
import type { RecordChange } from "../../../domain/record/change/RecordChange.ts";
import type { ChangePage } from "../../../domain/record/change/RecordChanges.ts";
import { matchesFilter } from "../../../domain/record/query/matchesFilter.ts";
import type { NamedRecord } from "../../../domain/record/query/operandValue.ts";
import { noLabels } from "../../../domain/record/query/RecordLabels.ts";
import { plainResult } from "../execute/plainResult.ts";
import type { ResponseLimits } from "../execute/ResponseLimits.ts";
import { readFailure } from "../execute/readFailure.ts";
import type { PlainMember, RecordResult, SubscriptionPlan } from "../plan/Plan.ts";
import type { SubscriptionEvent } from "./SubscriptionEvent.ts";
import type { VersionRead, VersionReads } from "./VersionReads.ts";

const isMembers = (selected: SubscriptionPlan["selected"]): selected is ReadonlyArray<PlainMember> =>
  Array.isArray(selected);

/** Whether a subscription tells a change. Of a record that is hidden by now it tells only that it is gone. */
const isTold = (plan: SubscriptionPlan, change: RecordChange): boolean => {
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
  plan: SubscriptionPlan,
  { changes, cursor: { epoch } }: ChangePage
) {
  const { selected } = plan;
  const told = changes.filter((change) => isTold(plan, change));
  const texts = isMembers(selected)
    ? told.map((change) => deletedRecord(selected, change))
    : yield* readSelected(reads, selected, told);
  return told.map(({ position }, at): SubscriptionEvent => {
    const cursor = { epoch, ...position };
    return { cursor, body: bodyOf(plan, limits, texts[at] ?? "null", formatChangeCursor(cursor)) };
  });
});
