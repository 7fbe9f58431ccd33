import { readdir } from "node:fs/promises";
import { SqlClient } from "@effect/sql/SqlClient";
import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as PostgresClient from "../../../src/adapters/postgres/connection/PostgresClient.ts";
import { database, TestDatabase } from "../../support/TestDatabase.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { tidemark } from "./tidemark.ts";

const migrate = (...args: ReadonlyArray<string>) =>
  Effect.flatMap(TestDatabase, ({ url }) => tidemark({ DATABASE_URL: Redacted.value(url) }, "migrate", ...args));

/** Adds the journal entry of a later version. */
const addMigration = Effect.flatMap(TestDatabase, ({ url }) =>
  Effect.flatMap(SqlClient, (sql) => sql`insert into tidemark.migrations (id, name) values (9000, 'of tomorrow')`).pipe(
    Effect.provide(PostgresClient.layer({ url, maxConnections: 1 }))
  )
);

it.layer(database, { timeout: "60 seconds" })("tidemark migrate", (it) => {
  it.effect("lists pending migrations without applying them, and applies each once when two processes migrate", () =>
    Effect.gen(function* () {
      const before = yield* migrate("--check", "--json");
      expect(before.code).toBe(1);
      const { applied, pending, upToDate } = JSON.parse(before.stdout);
      expect({ applied, upToDate }).toEqual({ applied: [], upToDate: false });
      expect(pending[0]).toEqual({ id: 1, name: "log" });
      expect((yield* migrate("--check")).stdout).toMatch(/^Pending:\n {2}0001 {2}log\n/);

      const both = yield* Effect.all([migrate("--json"), migrate("--json")], { concurrency: 2 });
      expect(both.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
        { code: 0, stderr: "" },
        { code: 0, stderr: "" }
      ]);
      expect(both.flatMap(({ stdout }) => JSON.parse(stdout).applied)).toEqual(pending);

      const after = yield* migrate("--check", "--json");
      expect(after.code).toBe(0);
      expect(JSON.parse(after.stdout)).toEqual({ upToDate: true, applied: pending, pending: [], unknown: [] });
      expect((yield* migrate()).stdout).toBe("Nothing to do: the schema is up to date.\n");
    })
  );

  it.effect("reports in one sentence that a later version applied migrations, and changes nothing", () =>
    Effect.gen(function* () {
      yield* migrate();
      yield* addMigration;
      const sentence =
        "The schema of the database has the migration 9000 (of tomorrow), written by a later version of Tidemark: run that version or a later one";
      expect(yield* migrate("--check")).toMatchObject({ code: 1, stdout: `${sentence}.\n`, stderr: "" });
      const asJson = yield* migrate("--check", "--json");
      expect(asJson.code).toBe(1);
      expect(JSON.parse(asJson.stdout)).toMatchObject({
        upToDate: false,
        pending: [],
        unknown: [{ id: 9000, name: "of tomorrow" }]
      });
      expect(yield* migrate()).toMatchObject({ code: 1, stdout: "", stderr: `tidemark: ${sentence}\n` });
    })
  );
});

it.scopedLive("checks a missing embedded database without creating it, and creates it to migrate", () =>
  Effect.gen(function* () {
    const DATA_DIR = yield* temporaryFolder;
    const checked = yield* tidemark({ DATA_DIR }, "migrate", "--check");
    expect(checked).toMatchObject({ code: 1, stderr: "" });
    expect(yield* Effect.promise(() => readdir(DATA_DIR))).toEqual([]);
    expect((yield* tidemark({ DATA_DIR }, "migrate")).stdout).toMatch(/^Applied:\n {2}0001 {2}log\n/);
    expect(yield* tidemark({ DATA_DIR }, "migrate", "--check")).toMatchObject({ code: 0, stderr: "" });
  })
);
