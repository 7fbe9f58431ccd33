import * as Effect from "effect/Effect";
import { knownDid } from "../../../application/accounts/findAccount.ts";
import {
  type BrowsedRecord,
  type BrowseRequest,
  browseRecords
} from "../../../application/records/browse/browseRecords.ts";
import { type BrowsedCollection, listCollections } from "../../../application/records/browse/listCollections.ts";
import type { Given, Run } from "../command/Command.ts";
import { badUsage } from "../command/CommandFailed.ts";
import { catalog } from "../lexicons/commandCatalog.ts";
import { present, type Report } from "../report/present.ts";
import { table } from "../report/table.ts";
import { defineIndex } from "./defineIndex.ts";
import { readCondition } from "./readConditions.ts";
import { recordFailure } from "./recordFailure.ts";
import { author, collection, limit, rkey, scope, where } from "./recordParameters.ts";

const usualLimit = 20;

const describeCollections = (found: ReadonlyArray<BrowsedCollection>): Report => ({
  text:
    found.length === 0
      ? "No Lexicon in use defines a record."
      : table([
          ["collection", "records", "hidden", "last indexed"],
          ...found.map(({ collection: nsid, hidden, lastIndexedAt, records }) => [
            nsid,
            String(records),
            String(hidden),
            lastIndexedAt ?? "never"
          ])
        ]),
  json: {
    collections: found.map(({ collection: nsid, hidden, lastIndexedAt, records }) => ({
      collection: nsid,
      records,
      hidden,
      lastIndexedAt
    }))
  }
});

const blockOf = ({ handle, hiddenBy, indexedAt, uri, value, did }: BrowsedRecord): string => {
  const hidden = hiddenBy === null ? "" : `, hidden (${hiddenBy})`;
  return `${uri}\n  by ${handle ?? did}, indexed ${indexedAt}${hidden}\n  ${JSON.stringify(value)}`;
};

const conditionsOf = Effect.fnUntraced(function* (typed: ReadonlyArray<string>) {
  return yield* Effect.forEach(typed, (text) => {
    const condition = readCondition(text);
    return condition === null
      ? badUsage(`--where: "${text}" is no condition: write status=x, status~x, createdAt>=2026-01-31, name or !name`)
      : Effect.succeed(condition);
  });
});

const records = Effect.fnUntraced(function* (nsid: string, given: Given) {
  const [by, most] = [given(author), given(limit) ?? usualLimit];
  const request: BrowseRequest = {
    collection: nsid,
    author: by === null ? null : yield* knownDid(by),
    rkey: given(rkey),
    where: yield* conditionsOf(given(where)),
    scope: given(scope) ?? "visible",
    order: { by: "indexed-at", descending: true }
  };
  const { hasNextPage, records: found } = yield* browseRecords(request, null, most);
  const more = hasNextPage ? ["There are more: raise --limit, or add a condition."] : [];
  return {
    text: found.length === 0 ? "No record was found." : [...found.map(blockOf), ...more].join("\n"),
    json: { records: found.map(({ cursor: _, ...record }) => record), hasMore: hasNextPage }
  } satisfies Report;
});

const report = Effect.fnUntraced(function* (given: Given) {
  yield* defineIndex;
  const nsid = given(collection);
  return nsid === null ? describeCollections(yield* listCollections(null)) : yield* records(nsid, given);
});

export const list: Run = (given) =>
  present(given, Effect.mapError(Effect.provide(report(given), catalog), recordFailure));
