import * as Layer from "effect/Layer";
import { layer as migrations } from "../../../src/adapters/postgres/Migrations.ts";
import { layer as database } from "../../support/TestDatabase.ts";

/** A separate database with the current schema, and clients that are its owner. */
export const migratedDatabase = Layer.provideMerge(migrations, database);
