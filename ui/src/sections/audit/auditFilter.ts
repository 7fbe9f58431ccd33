import type { AuditFilter, AuditOutcome } from "../../api/documents.ts";

/** The names of the filters in the query string. The export uses the same names. */
export const filterNames = [
  "text",
  "did",
  "client",
  "type",
  "outcome",
  "since",
  "until",
  "authorization",
  "stream",
  "request",
  "reason"
] as const;
export type FilterName = (typeof filterNames)[number];

const outcomes: Readonly<Record<string, AuditOutcome>> = { success: "SUCCESS", failure: "FAILURE" };

const instant = (text: string): string | null => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};

/** Reads the filter from a query string. Empty and invalid values are ignored. */
export const filterOf = (search: URLSearchParams): AuditFilter => {
  const text = (name: FilterName): string | null => search.get(name)?.trim() || null;
  const types = search.getAll("type");
  return {
    text: text("text"),
    did: text("did"),
    clientId: text("client"),
    types: types.length === 0 ? null : types,
    authorizationId: text("authorization"),
    stream: text("stream"),
    requestId: text("request"),
    reason: text("reason"),
    outcome: outcomes[search.get("outcome") ?? ""] ?? null,
    since: instant(search.get("since") ?? ""),
    until: instant(search.get("until") ?? "")
  };
};

/** The URL that exports the filtered events, one per line. */
export const exportAddress = (search: URLSearchParams): string => {
  const parameters = new URLSearchParams();
  for (const name of filterNames) {
    for (const value of search.getAll(name)) {
      const sent = name === "since" || name === "until" ? instant(value) : value.trim();
      if (sent !== null && sent !== "") parameters.append(name, sent);
    }
  }
  const text = parameters.toString();
  return text === "" ? "/admin/audit.ndjson" : `/admin/audit.ndjson?${text}`;
};

/** Whether a query string sets any filter. */
export const isFiltered = (search: URLSearchParams): boolean => filterNames.some((name) => search.get(name));
