import * as Effect from "effect/Effect";
import { recordAddress } from "../../../domain/atproto/AtUri.ts";
import { formatChangeCursor } from "../../../domain/record/change/ChangeCursor.ts";
import { changeSeen } from "../../../domain/record/change/changeSeen.ts";
import type { RecordChange } from "../../../domain/record/change/RecordChange.ts";
import type { ChangePage } from "../../../domain/record/change/RecordChanges.ts";
import type { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import { matchesFilter } from "../../../domain/record/query/matchesFilter.ts";
import { plainResult } from "../execute/plainResult.ts";
import { selectionQuery } from "../execute/selectionQuery.ts";
import type { PlainMember, RecordResult, SubscriptionPlan } from "../plan/Plan.ts";
import type { SubscriptionEvent } from "./SubscriptionEvent.ts";

type Index = RecordIndex["Type"];

const isMembers = (selected: SubscriptionPlan["selected"]): selected is ReadonlyArray<PlainMember> =>
  Array.isArray(selected);

/** Returns the fields of a deleted record, as the text of a JSON object under the key of the root. */
const deletedRecord = (key: string, members: ReadonlyArray<PlainMember>, { before, uri }: RecordChange): string => {
  const { collection, did, rkey } = recordAddress(uri);
  const cid = before?.record.cid ?? null;
  return JSON.stringify({ [key]: plainResult(members, { uri, did, collection, rkey, cid }) });
};

/**
 * Reads the selected fields of a record, in its present version. A record that is gone by now has no event: its deletion
 * follows.
 */
const readRecord = (index: Index, selected: RecordResult, { uri }: RecordChange, key: string) => {
  const { parameters, query } = selectionQuery(selected, uri);
  return Effect.map(index.query(query, parameters), (text) => (text === `{${JSON.stringify(key)}:null}` ? null : text));
};

const dataOf = (index: Index, { key, selected }: SubscriptionPlan, change: RecordChange) =>
  isMembers(selected) ? Effect.succeed(deletedRecord(key, selected, change)) : readRecord(index, selected, change, key);

/** Returns the events of a subscription for a page of changes, in their order. */
export const eventsOfPage = Effect.fnUntraced(function* (index: Index, plan: SubscriptionPlan, page: ChangePage) {
  const matches = (record: Parameters<typeof matchesFilter>[1]) => matchesFilter(plan.where, record, plan.parameters);
  const seen = page.changes.filter(
    (change) => change.collection === plan.collection && changeSeen(change, matches) === plan.change
  );
  const { epoch } = page.cursor;
  const errors = plan.fieldErrors.length > 0 ? `,"errors":${JSON.stringify(plan.fieldErrors)}` : "";
  const events = yield* Effect.forEach(
    seen,
    (change) =>
      Effect.map(dataOf(index, plan, change), (data): ReadonlyArray<SubscriptionEvent> => {
        if (data === null) return [];
        const cursor = { epoch, ...change.position };
        const extensions = JSON.stringify({ cursor: formatChangeCursor(cursor) });
        return [{ cursor, body: `{"data":${data}${errors},"extensions":${extensions}}` }];
      }),
    { concurrency: 8 }
  );
  return events.flat();
});
