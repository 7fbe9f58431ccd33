import * as Layer from "effect/Layer";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer as dueRepositories } from "../../../../src/adapters/postgres/projections/DueRepositoriesPostgres.ts";
import { layer as granted } from "../../../../src/adapters/postgres/projections/GrantedAuthorizationsPostgres.ts";
import { layer as openWrites } from "../../../../src/adapters/postgres/projections/OpenWritesPostgres.ts";
import { layer as overdue } from "../../../../src/adapters/postgres/projections/OverdueAuthorizationsPostgres.ts";
import { layer as pending } from "../../../../src/adapters/postgres/projections/PendingRevocationsPostgres.ts";
import { layer as comparison } from "../../../../src/adapters/postgres/projections/StoredProjectionsPostgres.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

/** Everything that is stored besides the log and follows from it, in a database of its own. */
export const storedProjections = Layer.mergeAll(
  dueRepositories,
  granted,
  openWrites,
  overdue,
  pending,
  comparison
).pipe(Layer.provideMerge(eventLog), Layer.provideMerge(migratedDatabase));
