import * as Effect from "effect/Effect";
import { FieldUsage, type UsedField } from "../../../domain/record/index/FieldUsage.ts";
import { indexedFieldText } from "../../../domain/record/index/IndexedField.ts";
import { indexFor } from "../../../domain/record/query/fieldUses.ts";
import type { Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { table } from "../report/table.ts";

const none: Report = {
  text: "No query has filtered or sorted by a field yet. Uses are stored about once a minute.",
  json: { fields: [], indexedFields: [] }
};

const operatorText = {
  eq: "equal",
  in: "one of",
  range: "range",
  ne: "not equal",
  isNull: "is null",
  contains: "contains",
  startsWith: "starts with",
  search: "search",
  asc: "sort ascending",
  desc: "sort descending"
} as const satisfies Readonly<Record<UsedField["operator"], string>>;

const adviceOf = (used: UsedField): string | null => {
  const index = used.isServed ? null : indexFor(used);
  return index && indexedFieldText(index);
};

const indexText = (used: UsedField): string => {
  if (used.isServed) return "indexed";
  return adviceOf(used) ?? "no index serves this";
};

const describe = (used: ReadonlyArray<UsedField>): Report => {
  if (used.length === 0) return none;
  const indexedFields = [...new Set(used.flatMap((each) => adviceOf(each) ?? []))];
  const head = ["uses", "collection", "field", "how", "index"];
  const rows = used.map((each) => [
    String(each.uses),
    each.collection,
    each.field,
    operatorText[each.operator],
    indexText(each)
  ]);
  const advice =
    indexedFields.length === 0
      ? []
      : [
          "",
          "To index the fields that are used most, add those that are worth it to the environment of the service:",
          `INDEXED_FIELDS=${indexedFields.join(",")}`
        ];
  return {
    text: [table([head, ...rows]), ...advice].join("\n"),
    json: { fields: used.map((each) => ({ ...each, advice: adviceOf(each) })), indexedFields }
  };
};

const report = Effect.flatMap(FieldUsage, ({ read }) => read).pipe(
  Effect.mapBoth({ onFailure: explainFailure, onSuccess: describe })
);

export const advise: Run = (given) => present(given, report);
