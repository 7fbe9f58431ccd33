import * as Layer from "effect/Layer";
import { layer as labelDefinitions } from "../../../../src/adapters/postgres/labels/LabelDefinitionsPostgres.ts";
import { layer as labelPreferences } from "../../../../src/adapters/postgres/labels/LabelPreferencesPostgres.ts";
import { layer as labelStore } from "../../../../src/adapters/postgres/labels/LabelStorePostgres.ts";
import { labelStoreContract } from "../../../contracts/labelStoreContract.ts";
import { recordsDatabase } from "../record/recordsDatabase.ts";

labelStoreContract(
  "Postgres",
  Layer.provide(Layer.mergeAll(labelStore, labelDefinitions, labelPreferences), recordsDatabase)
);
