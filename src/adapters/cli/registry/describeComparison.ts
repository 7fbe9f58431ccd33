import type * as Effect from "effect/Effect";
import type { ComparedProcess } from "../../../application/clients/registry/compareRegistries.ts";
import type { ComparedProjection } from "../../../domain/projection/StoredProjections.ts";
import type { Report } from "../report/present.ts";
import type { compareWithLog, rebuildStored } from "./compareWithLog.ts";

type Comparison = Effect.Effect.Success<typeof compareWithLog>;

type Rebuilt = Effect.Effect.Success<typeof rebuildStored>;

const names = {
  lookups: "Lookups",
  "open-writes": "Open writes",
  "owed-revocations": "Pending revocations",
  "unredeemed-codes": "Unredeemed codes",
  authorizations: "Authorizations",
  reports: "Reports",
  "audit-entries": "Audit index",
  activity: "Activity counts"
} as const;

const none = "nothing";

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

const differenceText = (count: number): string => (count === 0 ? "matches the log" : counted(count, "difference"));

const ofProcess = ({ clients, differences, position, process }: ComparedProcess): ReadonlyArray<string> => [
  `Registry of ${process}: ${counted(clients, "client")} at position ${position}, ${differenceText(differences.length)}`,
  ...differences.map(
    ({ clientId, live, log, member }) =>
      `  ${clientId}${member === null ? "" : `  ${member}`}: the log has ${log ?? none}, the process ${live ?? none}`
  )
];

const ofProjection = ({ count, differences, projection, rows }: ComparedProjection): ReadonlyArray<string> => [
  `${names[projection]}: ${counted(rows, "row")}, ${differenceText(count)}`,
  ...differences.map(({ key, log, stored }) => `  ${key}: the log has ${log ?? none}, the table ${stored ?? none}`),
  ...(count > differences.length ? [`  and ${count - differences.length} more`] : [])
];

const ofProcesses = ({ clients, processes, silent }: Comparison): ReadonlyArray<string> => [
  ...(processes.length === 0 && silent === 0
    ? [`No running process to compare; the log has ${counted(clients, "client")}`]
    : processes.flatMap(ofProcess)),
  ...(silent === 0 ? [] : [`Running processes that did not respond within 5 seconds: ${silent}`])
];

const ofLexicons = ({ lexicons: { digest, stored } }: Comparison): string => {
  if (digest === null) return "Lexicons: none are active";
  if (stored === null) return `Lexicons: ${digest} is active but not stored; import them again`;
  return digest === stored
    ? "Lexicons: match the log"
    : `Lexicons: ${digest} is active, but ${stored} is stored; import them again`;
};

/** The report about a rebuild: how the stored projections differed before it replaced them. */
export const describeRebuild = ({ position, projections }: Rebuilt): Report => {
  const isEqual = projections.every(({ count }) => count === 0);
  return {
    text: [
      `Built all stored projections from ${counted(position, "event")}, compared every row, and replaced the tables.`,
      ...projections.flatMap(ofProjection),
      isEqual ? "The replaced tables matched the log." : "The replaced tables did not match the log. The new ones do."
    ].join("\n"),
    json: { isEqual, position, projections },
    isFailure: !isEqual
  };
};

/** The report about a comparison. */
export const describeComparison = (comparison: Comparison): Report => {
  const { clients, isEqual, lexicons, position, processes, projections, silent, unreadable } = comparison;
  return {
    text: [
      `The log has ${counted(position, "event")}.`,
      ...(unreadable.length === 0
        ? []
        : [`This version cannot read some events, so the comparison is incomplete: ${unreadable.join(", ")}`]),
      ...ofProcesses(comparison),
      ...projections.flatMap(ofProjection),
      ofLexicons(comparison)
    ].join("\n"),
    json: { isEqual, position, clients, processes, silent, unreadable, projections, lexicons },
    isFailure: !isEqual
  };
};
