import * as Effect from "effect/Effect";
import { findRecord } from "../../../application/records/browse/findRecord.ts";
import { hiddenSentence } from "../../../application/records/browse/hiddenReasons.ts";
import { referencesFrom } from "../../../application/records/browse/referencesFrom.ts";
import { referencesTo } from "../../../application/records/browse/referencesTo.ts";
import { readRecordUri } from "../../../application/sync/explain/readRecordUri.ts";
import type { Run } from "../command/Command.ts";
import { failure } from "../command/CommandFailed.ts";
import { catalog } from "../lexicons/commandCatalog.ts";
import { columns } from "../report/columns.ts";
import { presentWithSync, type Report } from "../report/present.ts";
import { defineIndex } from "./defineIndex.ts";
import { recordFailure } from "./recordFailure.ts";
import { uri as named } from "./recordParameters.ts";

const shown = Effect.fnUntraced(function* (typed: string) {
  yield* defineIndex;
  const uri = yield* readRecordUri(typed);
  const record = yield* findRecord(uri);
  if (record === null)
    return yield* failure("record_not_indexed", `${uri} is not indexed; tidemark sync explain ${uri} says why`);
  const references = yield* referencesFrom(record.value);
  const referencedBy = yield* referencesTo(uri);
  const { cid, did, handle, hiddenBy, indexedAt, value } = record;
  const facts = columns([
    ["uri", uri],
    ["cid", cid],
    ["author", handle === null ? did : `${handle} (${did})`],
    ["indexed", indexedAt],
    ["hidden", hiddenBy === null ? "no" : hiddenSentence(hiddenBy)]
  ]);
  const from = references.map(
    ({ isKnown, path, subject }) => `  ${path}: ${subject}${isKnown ? "" : " (not indexed)"}`
  );
  const to = referencedBy.map(({ collection, count, path }) => `  ${collection} at ${path}: ${count}`);
  return {
    text: [
      facts,
      JSON.stringify(value, null, 2),
      ...(from.length === 0 ? [] : ["refers to:", ...from]),
      ...(to.length === 0 ? [] : ["referred to by:", ...to])
    ].join("\n"),
    json: {
      ...record,
      references,
      referencedBy: referencedBy.map(({ collection, count, path }) => ({ collection, path, count }))
    }
  } satisfies Report;
});

export const show: Run = (given) =>
  presentWithSync(given, Effect.mapError(Effect.provide(shown(given(named)), catalog), recordFailure));
