import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import { schema } from "./sql/sqlNames.ts";

/** How long a process may not know that something of an author was hidden, or is no longer. */
const staleFor = "2 seconds";

const none: ReadonlySet<string> = new Set();

/**
 * Reads which accounts have a takedown, so that only their own queries look for hidden records. The result is kept for two
 * seconds, or until the second effect is run. While the database does not respond, nobody has one.
 */
export const hiddenAuthors = Effect.flatMap(SqlClient, (sql) =>
  Effect.cachedInvalidateWithTTL(
    Effect.map(
      sql.unsafe<{ did: string }>(`select distinct t.did from ${schema}.takedowns t
        where not exists (select from ${schema}.hidden_accounts h where h.did = t.did)`),
      (rows): ReadonlySet<string> => new Set(rows.map(({ did }) => did))
    ).pipe(Effect.orElseSucceed(() => none)),
    staleFor
  )
);
