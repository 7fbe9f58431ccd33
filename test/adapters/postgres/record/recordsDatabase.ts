import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { sql as records } from "../../../../src/adapters/postgres/migrations/0100_records.ts";
import { sql as actorPds } from "../../../../src/adapters/postgres/migrations/0110_actor_pds.ts";
import { removals } from "../../../../src/adapters/postgres/migrations/0111_writes.ts";
import { sql as recordTemplate } from "../../../../src/adapters/postgres/migrations/0290_record_template.ts";
import { hiddenRecords } from "../../../../src/adapters/postgres/migrations/0310_hidden_accounts.ts";
import { sql as recordChanges } from "../../../../src/adapters/postgres/migrations/0500_record_changes.ts";
import { sql as labels } from "../../../../src/adapters/postgres/migrations/0510_labels.ts";
import {
  accountReferences,
  notificationsSeen
} from "../../../../src/adapters/postgres/migrations/0530_account_references.ts";
import { sql as search } from "../../../../src/adapters/postgres/migrations/0540_search.ts";
import { sql as adminReads } from "../../../../src/adapters/postgres/migrations/0560_admin_reads.ts";
import { sql as recordCounts } from "../../../../src/adapters/postgres/migrations/0630_record_counts.ts";
import { layer as testDatabase } from "../../../support/TestDatabase.ts";

/** A separate database with the schema of the index. */
export const recordsDatabase = Layer.effectDiscard(
  Effect.flatMap(SqlClient, (sql) =>
    sql.unsafe(
      records +
        actorPds +
        removals +
        recordTemplate +
        hiddenRecords +
        recordChanges +
        accountReferences +
        search +
        `create schema tidemark; ${labels}; ${notificationsSeen}; ${adminReads}; ${recordCounts}`
    )
  )
).pipe(Layer.provideMerge(testDatabase));
