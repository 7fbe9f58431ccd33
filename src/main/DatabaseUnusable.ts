import type { SqlError } from "@effect/sql/SqlError";
import * as Data from "effect/Data";
import * as Redacted from "effect/Redacted";

/** The most frequent errors of PostgreSQL and the network, with the remedy. */
const advice: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there; start the database, or correct host and port",
  ENOTFOUND: "the host name is unknown; correct it",
  EAI_AGAIN: "the host name cannot be resolved now; correct it, or try again",
  ETIMEDOUT: "the host does not respond; correct host and port, or open the firewall",
  EHOSTUNREACH: "the host cannot be reached; correct host and port, or open the firewall",
  "28P01": "the password is wrong; correct it",
  "28000": "the database does not accept connections for this user from this host; add a line to pg_hba.conf",
  "3D000": "there is no database of that name; create it",
  "42501": "the user may not create what the service needs; make it the owner of the database",
  "53300": "the database has no connection left; raise max_connections, or stop other clients"
};

/** The error of PgBouncer about the settings that a session starts with. */
const poolerMessage = /unsupported startup parameter/;
const pooler =
  "the server is a connection pooler (PgBouncer), which is not supported, because the service needs the settings, notifications and prepared statements of a session; let DATABASE_URL name the PostgreSQL server itself";

const innermost = (cause: unknown): unknown => {
  if (cause instanceof AggregateError && cause.errors.length > 0) return innermost(cause.errors[0]);
  return cause instanceof Error && cause.cause !== undefined ? innermost(cause.cause) : cause;
};

const reasonOf = (error: SqlError): string => {
  const cause = innermost(error);
  const code = cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "";
  const message = cause instanceof Error ? (cause.message.split("\n", 1)[0] ?? "") : "";
  return [
    poolerMessage.test(message) ? pooler : advice[code],
    [message, code && !message.includes(code) ? `(${code})` : ""].filter(Boolean).join(" ")
  ]
    .filter(Boolean)
    .join("; ");
};

/** The address of a database, without the password and the parameters, which may contain one. */
const address = (url: Redacted.Redacted): string => {
  const parsed = URL.parse(Redacted.value(url));
  if (parsed === null) return "";
  const user = parsed.username === "" ? "" : `${parsed.username}@`;
  return ` ${parsed.protocol}//${user}${parsed.host}${parsed.pathname}`;
};

/** The service cannot start on this database; `message` is one line for the operator, without the password. */
export class DatabaseUnusable extends Data.TaggedError("DatabaseUnusable")<{ readonly message: string }> {
  /** Translates the error of a connection or migration; `url` is null for the embedded database. */
  static readonly from =
    (url: Redacted.Redacted | null) =>
    (error: SqlError): DatabaseUnusable => {
      const database = url === null ? "The embedded database" : `DATABASE_URL${address(url)}`;
      return new DatabaseUnusable({ message: `${database} cannot be used: ${reasonOf(error)}` });
    };
}
