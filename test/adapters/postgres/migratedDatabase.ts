import * as Layer from "effect/Layer";
import { layer as migrations } from "../../../src/adapters/postgres/Migrations.ts";
import { layer as database } from "../../support/TestDatabase.ts";
import { testSubjectKeys } from "../../support/testSubjectKeys.ts";

/** A separate database with the current schema, clients that are its owner, and the keys of persons. */
export const migratedDatabase = Layer.provideMerge(testSubjectKeys, Layer.provideMerge(migrations, database));
