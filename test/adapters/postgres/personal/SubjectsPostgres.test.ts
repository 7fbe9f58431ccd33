import * as Layer from "effect/Layer";
import * as AtomicallyPostgres from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import * as EventLogPostgres from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import * as SubjectsPostgres from "../../../../src/adapters/postgres/personal/SubjectsPostgres.ts";
import { subjectsContract } from "../../../contracts/subjectsContract.ts";
import { testCiphers } from "../../../support/testSubjectKeys.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

subjectsContract(
  "postgres",
  Layer.mergeAll(EventLogPostgres.layer, AtomicallyPostgres.layer, SubjectsPostgres.layer).pipe(
    Layer.provide(testCiphers),
    Layer.provide(migratedDatabase)
  )
);
