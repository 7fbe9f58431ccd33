import type { MoveInPlan } from "../../../application/movein/moveIn.ts";
import type { MoveInKind, MoveInRow } from "../../../domain/movein/MoveInRow.ts";
import { knownSchemaVersion, type OtherInstance, softwareOf } from "../../../domain/movein/OtherInstance.ts";
import type { Report } from "../report/present.ts";
import { leftSentence, noteSentence } from "./moveInSentences.ts";

/** What a run of the command did. */
export interface MoveInResult {
  readonly plan: MoveInPlan;
  readonly applied: boolean;
  readonly labelsAs: string;
  readonly backfills: ReadonlyArray<string>;
}

const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const nouns: Readonly<Record<MoveInKind, string>> = {
  lexicon: "Lexicon",
  client: "app",
  admin: "admin",
  "label-definition": "label definition",
  label: "label",
  setting: "setting"
};

/** How many rows of a kind the text lists; `--json` has all of them. */
const maxRows = 50;

const namesOf = ({ clients }: OtherInstance): ReadonlyMap<string, string> =>
  new Map(clients.map(({ clientId, name }) => [clientId, name]));

type Describe = (row: MoveInRow) => string;

const linesOf = (row: MoveInRow, label: string): ReadonlyArray<string> => {
  const { outcome } = row;
  switch (outcome._tag) {
    case "Taken":
      return [`    ${label}`, ...outcome.notes.map((note) => `      ${noteSentence(note)}`)];
    case "Here":
      return [`    ${label}`];
    case "Left":
      return [`    ${label} ${leftSentence(outcome.reason, outcome.detail)}`];
    case "Environment":
      return [`  ${outcome.variable}=${outcome.value}`];
  }
};

const kinds: ReadonlyArray<MoveInKind> = ["lexicon", "client", "admin", "label-definition", "label", "setting"];

const ofKind = (rows: ReadonlyArray<MoveInRow>, kind: MoveInKind, labelOf: Describe): ReadonlyArray<string> => {
  const some = rows.filter((row) => row.kind === kind);
  if (some.length === 0) return [];
  const more = some.length - maxRows;
  return [
    `  ${plural(some.length, nouns[kind])}`,
    ...some.slice(0, maxRows).flatMap((row) => linesOf(row, labelOf(row))),
    ...(more > 0 ? [`    and ${more} more, which --json lists`] : [])
  ];
};

const section = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : ["", title, ...lines];

const grouped = (rows: ReadonlyArray<MoveInRow>, tag: MoveInRow["outcome"]["_tag"], labelOf: Describe) => {
  const some = rows.filter(({ outcome }) => outcome._tag === tag);
  return kinds.flatMap((kind) => ofKind(some, kind, labelOf));
};

const environmentOf = (rows: ReadonlyArray<MoveInRow>) =>
  rows.flatMap(({ outcome }) =>
    outcome._tag === "Environment" ? [{ variable: outcome.variable, value: outcome.value }] : []
  );

const counted = (count: number, one: string, many: string, what: string): ReadonlyArray<string> =>
  count === 0 ? [] : [`  ${plural(count, one, many)}: ${what}`];

const leftBehindLines = ({ leftBehind }: OtherInstance): ReadonlyArray<string> => [
  ...counted(leftBehind.sessions, "session or token", "sessions and tokens", "users sign in again"),
  ...counted(leftBehind.pendingReports, "pending report", "pending reports", "settle it there before you move"),
  ...counted(leftBehind.settledReports, "settled report", "settled reports", "what was decided stays there"),
  ...counted(
    leftBehind.labelPreferences,
    "label preference",
    "label preferences",
    "what users want to see is theirs; they choose again"
  )
];

const recordLines = ({ accounts, collections }: OtherInstance): ReadonlyArray<string> => {
  const shown = accounts.slice(0, 10);
  const more = accounts.length - shown.length;
  return [
    ...collections.map(
      ({ accounts: of, collection, records }) =>
        `  ${collection}: ${plural(records, "record")} of ${plural(of, "account")}`
    ),
    ...(accounts.length === 0 ? [] : [`  of ${plural(accounts.length, "account")}:`]),
    ...shown.map((did) => `    ${did}`),
    ...(more > 0 ? [`    and ${more} more, which --json lists`] : [])
  ];
};

const heading = ({ schemaVersion, storage, ...other }: OtherInstance): string => {
  const software = softwareOf({ schemaVersion });
  const of = { sqlite: "SQLite", postgres: "PostgreSQL" }[storage];
  const schema = schemaVersion === null ? "an unknown schema" : `schema ${schemaVersion}`;
  return `${software} in ${of}, ${schema}: ${plural(other.lexicons.length, "Lexicon")}, ${plural(other.clients.length, "client")}`;
};

const laterSchema = ({ schemaVersion }: OtherInstance): ReadonlyArray<string> =>
  schemaVersion !== null && schemaVersion > knownSchemaVersion
    ? [`This schema is later than that of version 0.20 (${knownSchemaVersion}): what it added is not read.`]
    : [];

const clientAdvice = (rows: ReadonlyArray<MoveInRow>): ReadonlyArray<string> =>
  rows.some(({ kind, outcome }) => kind === "client" && outcome._tag === "Taken")
    ? [
        "",
        "There, any app could register itself, and the database does not say which ones did. Here, users are not",
        "asked to confirm these apps. Leave out those that you do not know with --skip-client <client id>."
      ]
    : [];

const ending = ({ applied, backfills, plan }: MoveInResult): string => {
  if (!applied) return "Nothing was changed. Add --apply to record what is taken.";
  const recorded = Object.values(plan.counts).some((count) => count > 0)
    ? "Recorded what is taken."
    : "Nothing to record: everything is here already.";
  const started =
    backfills.length === 0 ? "" : ` Started ${plural(backfills.length, "backfill")}: ${backfills.join(", ")}.`;
  return `${recorded}${started}`;
};

const textOf = (result: MoveInResult): string => {
  const { other, rows } = result.plan;
  const names = namesOf(other);
  const labelOf: Describe = ({ id, kind }) => (kind === "client" ? `${id} (${names.get(id) ?? ""})` : id);
  const environment = environmentOf(rows).map(({ value, variable }) => `  ${variable}=${value}`);
  const isLabeled = rows.some(({ kind, outcome }) => kind === "label" && outcome._tag === "Taken");
  return [
    heading(other),
    ...laterSchema(other),
    ...section("Taken", grouped(rows, "Taken", labelOf)),
    ...(isLabeled ? [`    Labels are made in the name of ${result.labelsAs}.`] : []),
    ...clientAdvice(rows),
    ...section("Here already", grouped(rows, "Here", labelOf)),
    ...section("Not taken", grouped(rows, "Left", labelOf)),
    ...section("To set in the environment of the service", environment),
    ...section("Never taken", leftBehindLines(other)),
    ...section("Records, which come by the backfill that --apply --backfill starts", recordLines(other)),
    "",
    ending(result)
  ].join("\n");
};

const rowJson =
  (names: ReadonlyMap<string, string>) =>
  ({ id, kind, outcome }: MoveInRow) => ({
    kind,
    id,
    name: kind === "client" ? (names.get(id) ?? null) : null,
    outcome: outcome._tag.toLowerCase(),
    reason: outcome._tag === "Left" ? outcome.reason : null,
    message: outcome._tag === "Left" ? leftSentence(outcome.reason, outcome.detail) : null,
    notes:
      outcome._tag === "Taken" ? outcome.notes.map((note) => ({ note: note.note, message: noteSentence(note) })) : [],
    variable: outcome._tag === "Environment" ? outcome.variable : null,
    value: outcome._tag === "Environment" ? outcome.value : null
  });

/** Describes what a move takes, by row. */
export const describeMoveIn = (result: MoveInResult): Report => {
  const { counts, other, rows } = result.plan;
  return {
    text: textOf(result),
    json: {
      from: softwareOf(other),
      storage: other.storage,
      schemaVersion: other.schemaVersion,
      applied: result.applied,
      taken: counts,
      rows: rows.map(rowJson(namesOf(other))),
      environment: environmentOf(rows),
      labelsAs: result.labelsAs,
      leftBehind: other.leftBehind,
      records: { collections: other.collections, accounts: other.accounts },
      backfills: result.backfills
    }
  };
};
