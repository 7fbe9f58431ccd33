import * as Layer from "effect/Layer";
import { layer as migrations } from "../../../src/adapters/postgres/Migrations.ts";
import { layer as database } from "../../support/TestDatabase.ts";

/** A database of its own with the schema in place, and clients that are its owner. */
export const migratedDatabase = Layer.provideMerge(migrations, database);
