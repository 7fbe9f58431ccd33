import type { AuditFilter, AuditOutcome } from "../../api/documents.ts";

/** The names of filters in the address bar; the export takes the same. */
export const filterNames = [
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

/** The filter that an address holds; what is empty or unreadable filters nothing. */
export const filterOf = (search: URLSearchParams): AuditFilter => {
  const text = (name: FilterName): string | null => search.get(name)?.trim() || null;
  const types = search.getAll("type");
  return {
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

/** Where what is filtered is downloaded, an event a line. */
export const exportAddress = (search: URLSearchParams): string => {
  const wanted = new URLSearchParams();
  for (const name of filterNames) {
    for (const value of search.getAll(name)) {
      const sent = name === "since" || name === "until" ? instant(value) : value.trim();
      if (sent !== null && sent !== "") wanted.append(name, sent);
    }
  }
  const text = wanted.toString();
  return text === "" ? "/admin/audit.ndjson" : `/admin/audit.ndjson?${text}`;
};

/** Whether an address filters anything. */
export const isFiltered = (search: URLSearchParams): boolean => filterNames.some((name) => search.get(name));
