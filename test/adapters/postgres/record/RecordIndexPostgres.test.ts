import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { layer as memoryStore } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer as recordIndexMemory } from "../../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { sql as migration } from "../../../../src/adapters/postgres/migrations/0100_records.ts";
import { layer as recordIndexPostgres } from "../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { recordIndexEquality } from "../../../contracts/recordIndexEquality.ts";
import { layer as testDatabase } from "../../../support/TestDatabase.ts";

const migrated = Layer.effectDiscard(Effect.flatMap(SqlClient, (sql) => sql.unsafe(migration)));
const postgres = recordIndexPostgres().pipe(Layer.provide(migrated), Layer.provide(testDatabase));
const memory = recordIndexMemory().pipe(Layer.provide(memoryStore));

recordIndexEquality("memory and Postgres", memory, postgres);
