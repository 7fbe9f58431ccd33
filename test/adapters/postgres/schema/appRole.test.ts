import { SqlClient } from "@effect/sql/SqlClient";
import { assert, expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { migrate } from "../../../../src/adapters/postgres/Migrations.ts";
import { grantAppRole } from "../../../../src/adapters/postgres/schema/appRole.ts";
import { layer as testDatabase } from "../../../support/TestDatabase.ts";

it.effect("the role of the service owns the tables of records and their triggers, whichever user created them", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    yield* migrate;
    yield* sql.unsafe(`create table tidemark_records.made (uri text);
      create function tidemark_records.made() returns trigger language plpgsql as 'begin return null; end'`);
    yield* grantAppRole(true);
    const owners = yield* sql`
      select relowner::regrole::text as owner from pg_class where oid = 'tidemark_records.made'::regclass
      union all select proowner::regrole::text from pg_proc where oid = 'tidemark_records.made'::regproc`;
    expect(owners).toEqual([{ owner: "tidemark_app" }, { owner: "tidemark_app" }]);
  }).pipe(Effect.provide(Layer.fresh(testDatabase)))
);

it.effect("the role of the service may use every sequence, and read every table and view", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    yield* migrate;
    const denied = yield* sql`
      select oid::regclass::text as name from pg_class
      where relnamespace in ('tidemark'::regnamespace, 'tidemark_records'::regnamespace)
        and case relkind
          when 'S' then not has_sequence_privilege('tidemark_app', oid, 'usage')
          when 'r' then not has_table_privilege('tidemark_app', oid, 'select')
          when 'v' then not has_table_privilege('tidemark_app', oid, 'select')
          else false end`;
    assert.deepStrictEqual(denied, []);
  }).pipe(Effect.provide(Layer.fresh(testDatabase)))
);
