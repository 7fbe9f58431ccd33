import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { Client } from "pg";
import { BaseBackupFailed } from "./BaseBackupFailed.ts";

const State = Schema.Struct({ events: Schema.NumberFromString, lastChangeAt: Schema.NullOr(Schema.String) });

const statement = `
  select position::text as events,
    to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastChangeAt"
  from tidemark.log_head`;

/** Reads the size of the log of a database that has recovered, and the time of the last change that was recovered. */
export const recoveredState = (url: Redacted.Redacted): Effect.Effect<typeof State.Type, BaseBackupFailed> =>
  Effect.tryPromise({
    try: async () => {
      const client = new Client({ connectionString: Redacted.value(url), connectionTimeoutMillis: 10_000 });
      await client.connect();
      const { rows } = await client.query(statement).finally(() => client.end());
      return Schema.decodeUnknownSync(State)(rows[0]);
    },
    catch: (cause) =>
      new BaseBackupFailed({ reason: "unreachable", detail: cause instanceof Error ? cause.message : "" })
  });
