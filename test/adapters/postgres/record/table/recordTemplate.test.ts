import { SqlClient } from "@effect/sql/SqlClient";
import { expect, layer } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { migrate } from "../../../../../src/adapters/postgres/Migrations.ts";
import { layer as recordIndexPostgres } from "../../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { schema, tableName } from "../../../../../src/adapters/postgres/record/sql/sqlNames.ts";
import { Nsid } from "../../../../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../../../../src/domain/record/index/RecordIndex.ts";
import { pageOf, recordOf, scalar, setOf, unheard } from "../../../../contracts/recordIndexFixture.ts";
import { layer as testDatabase } from "../../../../support/TestDatabase.ts";

const song = Nsid.make("test.template.song");
const album = Nsid.make("test.template.album");
const properties = { title: scalar("string") };

/** The index as a process that has just started sees it. */
const startedIndex = Effect.map(Layer.build(Layer.fresh(recordIndexPostgres())), (context) =>
  Context.get(context, RecordIndex)
);

/** Renames the template as it was called before the migration, which has to be applied again. */
const undoRename = `
  alter table ${schema}.record_template rename to nothing;
  alter index ${schema}.record_template_pkey rename to nothing_pkey;
  alter index ${schema}.record_template_indexed_at_uri_idx rename to nothing_indexed_at_uri_idx;
  alter index ${schema}.record_template_did_indexed_at_uri_idx rename to nothing_did_indexed_at_uri_idx;
  alter table ${schema}.nothing rename constraint record_template_check to nothing_check;
  delete from tidemark.migrations where id = 290;`;

const indexesOf = (nsid: Nsid) =>
  Effect.map(
    Effect.flatMap(
      SqlClient,
      (sql) => sql<{ columns: string }>`
        select substring(indexdef from 'USING .*') as columns from pg_indexes
        where schemaname = ${schema} and tablename = ${tableName(nsid)} order by 1`
    ),
    (rows) => rows.map(({ columns }) => columns)
  );

layer(testDatabase, { excludeTestServices: true })("the template of record tables", (it) => {
  it.scoped("is renamed in a database with records, which remain, and new collections are created like it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      yield* migrate;
      const before = yield* startedIndex;
      const first = recordOf(song, "first", { title: "Blue in Green" });
      yield* before.define(setOf(song, properties));
      yield* before.put(first);
      yield* sql.unsafe(undoRename);

      expect(yield* migrate).toEqual([{ id: 290, name: "record template" }]);

      const after = yield* startedIndex;
      const count = (nsid: Nsid) => after.query(pageOf(nsid, [{ _tag: "TotalCount", key: "n" }]), [1]);
      yield* after.define(setOf(song, properties));
      expect(Option.map(yield* after.find(first.uri), ({ value }) => value)).toEqual(Option.some(first.value));
      yield* after.put(recordOf(song, "second", { title: "So What" }));
      expect(yield* count(song)).toBe('{"page":{"n":2}}');
      expect(yield* count(unheard)).toBe('{"page":{"n":0}}');

      const sets = [setOf(song, properties), setOf(album, properties)];
      yield* after.define({
        ...setOf(song, properties),
        collections: sets.flatMap((set) => set.collections.slice(0, 1))
      });
      const kindOfBlue = recordOf(album, "third", { title: "Kind of Blue" });
      yield* after.put(kindOfBlue);
      yield* after.put(kindOfBlue);
      expect(yield* count(album)).toBe('{"page":{"n":1}}');
      expect(yield* indexesOf(album)).toEqual(yield* indexesOf(song));
      expect(yield* indexesOf(album)).toHaveLength(3);
    })
  );

  it.effect("stays empty", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      yield* migrate;
      const insert = sql.unsafe(
        `insert into ${schema}.record_template values ('at://did:plc:a/b/c', '', '', '', null, 0, '', '{}', '')`
      );
      expect((yield* Effect.flip(insert)).cause).toMatchObject({ constraint: "record_template_check" });
    })
  );
});
