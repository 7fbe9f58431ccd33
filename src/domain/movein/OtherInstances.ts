import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { OtherInstance } from "./OtherInstance.ts";

/** Why the database of another instance cannot be read, as a code. */
export const UnreadableReason = Schema.Literal(
  /** There is no such file. */
  "not-found",
  /** The file is no SQLite database. */
  "not-a-database",
  /** It is a database, and lacks the tables of such an instance. */
  "other-software",
  /** The server, or the disk, did not respond as it should. */
  "unavailable"
);
export type UnreadableReason = typeof UnreadableReason.Type;

/** The database of another instance cannot be read. `detail` names what is missing or what the driver said; it has no secret. */
export class OtherInstanceUnreadable extends Schema.TaggedError<OtherInstanceUnreadable>()("OtherInstanceUnreadable", {
  reason: UnreadableReason,
  detail: Schema.String
}) {}

/** Reads the databases of other instances. */
export class OtherInstances extends Context.Tag("domain/OtherInstances")<
  OtherInstances,
  {
    /**
     * Reads one instance as of one point in time, and changes nothing. `address` is the path of an SQLite file, or the URL of
     * a PostgreSQL database.
     */
    readonly read: (address: string) => Effect.Effect<OtherInstance, OtherInstanceUnreadable>;
  }
>() {}
