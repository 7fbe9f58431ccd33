import * as Layer from "effect/Layer";
import { layer as memoryStore } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer as recordIndexMemory } from "../../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { layer as labelPreferences } from "../../../../src/adapters/postgres/labels/LabelPreferencesPostgres.ts";
import { layer as labelStore } from "../../../../src/adapters/postgres/labels/LabelStorePostgres.ts";
import { layer as takedowns } from "../../../../src/adapters/postgres/labels/TakedownsPostgres.ts";
import { layer as recordIndex } from "../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { recordIndexAdminReads } from "../../../contracts/recordIndexAdminReads.ts";
import { recordIndexLabelEquality } from "../../../contracts/recordIndexLabelEquality.ts";
import { recordIndexTakedowns } from "../../../contracts/recordIndexTakedowns.ts";
import { recordsDatabase } from "../record/recordsDatabase.ts";

const postgres = Layer.provide(Layer.mergeAll(recordIndex(), takedowns, labelStore, labelPreferences), recordsDatabase);

recordIndexAdminReads("Postgres", postgres);
recordIndexTakedowns("Postgres", postgres);
recordIndexLabelEquality(
  "memory and Postgres",
  Number(process.env.EQUALITY_WORLDS ?? 30),
  Layer.provide(recordIndexMemory(), memoryStore),
  postgres
);
