import type { SqlError } from "@effect/sql/SqlError";
import * as Data from "effect/Data";
import * as Redacted from "effect/Redacted";

/** What PostgreSQL and the network say most often, and the way out. */
const advice: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there: start the database, or correct host and port",
  ENOTFOUND: "the host is not known: correct its name",
  EAI_AGAIN: "the host cannot be looked up now: correct its name, or try again",
  ETIMEDOUT: "the host does not answer: correct host and port, or open the firewall",
  EHOSTUNREACH: "the host cannot be reached: correct host and port, or open the firewall",
  "28P01": "the password is wrong",
  "28000": "the database lets this user not in from here",
  "3D000": "there is no database of that name: create it",
  "42501": "the user may not create what the service needs: let it own the database",
  "53300": "the database has no connection left: raise max_connections, or stop other clients"
};

/** What PgBouncer says of the settings that a session begins with. */
const poolerMessage = /unsupported startup parameter/;
const pooler =
  "a connection pooler (PgBouncer) is in between, and poolers are not supported: the service needs the settings, notifications and prepared statements of a session; let DATABASE_URL name the PostgreSQL server itself";

const innermost = (cause: unknown): unknown => {
  if (cause instanceof AggregateError && cause.errors.length > 0) return innermost(cause.errors[0]);
  return cause instanceof Error && cause.cause !== undefined ? innermost(cause.cause) : cause;
};

const reasonOf = (error: SqlError): string => {
  const cause = innermost(error);
  const code = cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "";
  const said = cause instanceof Error ? (cause.message.split("\n", 1)[0] ?? "") : "";
  return [
    poolerMessage.test(said) ? pooler : advice[code],
    [said, code && !said.includes(code) ? `(${code})` : ""].filter(Boolean).join(" ")
  ]
    .filter(Boolean)
    .join("; ");
};

/** Where a database is, without the password and the parameters, which may hold one. */
const address = (url: Redacted.Redacted): string => {
  const parsed = URL.parse(Redacted.value(url));
  if (parsed === null) return "";
  const user = parsed.username === "" ? "" : `${parsed.username}@`;
  return ` ${parsed.protocol}//${user}${parsed.host}${parsed.pathname}`;
};

/** A database that the service cannot start on; `message` is one line for the operator, without the password. */
export class DatabaseUnusable extends Data.TaggedError("DatabaseUnusable")<{ readonly message: string }> {
  /** The error of a connection or migration; `url` is null for the embedded database. */
  static readonly from =
    (url: Redacted.Redacted | null) =>
    (error: SqlError): DatabaseUnusable => {
      const database = url === null ? "The embedded database" : `DATABASE_URL${address(url)}`;
      return new DatabaseUnusable({ message: `${database} cannot be used: ${reasonOf(error)}` });
    };
}
