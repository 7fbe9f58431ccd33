import { SqlClient } from "@effect/sql/SqlClient";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/postgres/stores/ProcessReportsPostgres.ts";
import { ProcessReports } from "../../../../src/domain/health/ProcessReports.ts";
import { processReportsContract } from "../../../contracts/processReportsContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

processReportsContract("postgres", Layer.provide(layer, migratedDatabase));

it.layer(Layer.provideMerge(layer, migratedDatabase), { timeout: "60 seconds" })("ProcessReportsPostgres", (it) => {
  it.effect("leaves out what a process of another version reported in another form", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      yield* sql`insert into tidemark.process_reports (process, state, reported_at) values ('later', '{"id": 7}', now())`;
      assert.deepStrictEqual(yield* (yield* ProcessReports).list, []);
    })
  );
});
