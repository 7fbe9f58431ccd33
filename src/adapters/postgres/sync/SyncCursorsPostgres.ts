import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { Lease } from "../../../domain/lease/Leases.ts";
import { LeaseLost, type SyncCursor, SyncCursors } from "../../../domain/sync/stream/SyncCursors.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("sync-cursors");

const beginning: SyncCursor = { cursor: null, time: null, generation: 0 };

/** How long a process that locked the fence may be silent within its transaction before the server ends it. */
const silenceLimit = "5s";

const makeSyncCursors = Effect.map(SqlClient, (sql) => {
  const columns = sql`cursor::float8 as cursor, time::float8 as time, generation`;

  const find = (address: string) =>
    Effect.map(
      sql<SyncCursor>`select ${columns} from tidemark.sync_cursors where address = ${address}`,
      ([row]) => row ?? beginning
    );

  /** Locks the row of the fence against a later holder. It is not there for a former one. */
  const heldFence = ({ fence, name }: Lease) => sql`
    held as (
      select set_config('idle_in_transaction_session_timeout', ${silenceLimit}, true) from tidemark.sync_fences
      where lease = ${name} and fence = ${fence} for share)`;

  const orLost = (address: string, moved: Effect.Effect<ReadonlyArray<SyncCursor>, SqlError>) =>
    Effect.flatMap(Effect.mapError(moved, unavailable), ([row]) =>
      row === undefined ? Effect.fail(new LeaseLost({ address })) : Effect.succeed(row)
    );

  return SyncCursors.of({
    takeOver: (address, { fence, name }) =>
      orLost(
        address,
        sql`
          insert into tidemark.sync_fences (lease, fence) values (${name}, ${fence})
          on conflict (lease) do update set fence = excluded.fence where sync_fences.fence <= excluded.fence
          returning fence`.pipe(
          Effect.flatMap((taken) => (taken.length === 0 ? Effect.succeed([]) : Effect.map(find(address), (c) => [c])))
        )
      ),
    find: (address) => Effect.mapError(find(address), unavailable),
    advance: (address, lease, cursor, time) =>
      Effect.asVoid(
        orLost(
          address,
          sql<SyncCursor>`
            with ${heldFence(lease)}
            insert into tidemark.sync_cursors (address, generation, cursor, time)
            select ${address}, 0, ${cursor}::bigint, ${time}::bigint from held
            on conflict (address) do update set cursor = excluded.cursor, time = excluded.time
            returning ${columns}`
        )
      ),
    restart: (address, lease) =>
      orLost(
        address,
        sql<SyncCursor>`
          with ${heldFence(lease)}
          insert into tidemark.sync_cursors (address, generation) select ${address}, 1 from held
          on conflict (address) do update set cursor = null, time = null, generation = sync_cursors.generation + 1
          returning ${columns}`
      )
  });
});

/** The cursors of sources in `tidemark.sync_cursors`. The row of a lease in `tidemark.sync_fences` refuses former holders. */
export const layer: Layer.Layer<SyncCursors, never, SqlClient> = Layer.effect(SyncCursors, makeSyncCursors);
