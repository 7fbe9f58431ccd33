import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import { FieldUsage, type UsedField } from "../../../domain/record/index/FieldUsage.ts";
import { indexedFieldText } from "../../../domain/record/index/IndexedField.ts";
import { indexFor } from "../../../domain/record/query/fieldUses.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present, type Report } from "../report/present.ts";

const none: Report = {
  text: "No query has filtered or sorted by a field yet. Uses are counted about once a minute.",
  json: { fields: [], indexedFields: [] }
};

const words = {
  eq: "equal",
  in: "one of",
  range: "range",
  ne: "not equal",
  isNull: "is null",
  contains: "contains",
  startsWith: "starts with",
  asc: "sort up",
  desc: "sort down"
} as const satisfies Readonly<Record<UsedField["operator"], string>>;

const adviceOf = (used: UsedField): string | null => {
  const index = used.isServed ? null : indexFor(used);
  return index && indexedFieldText(index);
};

const verdict = (used: UsedField): string => {
  if (used.isServed) return "indexed";
  return adviceOf(used) ?? "no index serves this";
};

const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n");
};

const describe = (used: ReadonlyArray<UsedField>): Report => {
  if (used.length === 0) return none;
  const indexedFields = [...new Set(used.flatMap((each) => adviceOf(each) ?? []))];
  const head = ["uses", "collection", "field", "how", "index"];
  const rows = used.map((each) => [
    String(each.uses),
    each.collection,
    each.field,
    words[each.operator],
    verdict(each)
  ]);
  const advice =
    indexedFields.length === 0
      ? []
      : [
          "",
          "To index what is used most, add to the environment of the service as many as pay:",
          `INDEXED_FIELDS=${indexedFields.join(",")}`
        ];
  return {
    text: [table([head, ...rows]), ...advice].join("\n"),
    json: { fields: used.map((each) => ({ ...each, advice: adviceOf(each) })), indexedFields }
  };
};

const advise = Effect.flatMap(FieldUsage, ({ read }) => read).pipe(
  Effect.mapBoth({ onFailure: explainFailure, onSuccess: describe })
);

export const adviseCommand = Command.make("advise", { json }, ({ json }) => present(json, advise)).pipe(
  Command.withDescription(commandHelp["indexes advise"].what)
);
