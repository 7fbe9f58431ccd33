import { SqlClient } from "@effect/sql/SqlClient";
import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { compileQuery } from "../../../../src/adapters/postgres/record/compileQuery.ts";
import { layer as recordIndexPostgres } from "../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { recordTable } from "../../../../src/adapters/postgres/record/RecordTable.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import type { Collection } from "../../../../src/domain/lexicon/Collection.ts";
import type { LexiconSet } from "../../../../src/domain/lexicon/LexiconSet.ts";
import { RecordIndex } from "../../../../src/domain/record/RecordIndex.ts";
import type { Field, Filter, Page, RecordQuery } from "../../../../src/domain/record/RecordQuery.ts";
import { recordsDatabase } from "./recordsDatabase.ts";

const text = { _tag: "Scalar", type: "string", format: null, knownValues: [] } as const;
const status: Collection = {
  nsid: Nsid.make("test.plans.status"),
  description: null,
  key: { _tag: "Tid" },
  properties: [{ name: "text", description: null, required: false, type: text }]
};
const profile: Collection = {
  ...status,
  nsid: Nsid.make("test.plans.profile"),
  key: { _tag: "Literal", value: "self" }
};
const lexicons: LexiconSet = { digest: "", documents: [], collections: [profile, status], objects: new Map() };
const statusTable = recordTable(status, lexicons);
const profileTable = recordTable(profile, lexicons);

/** 5,000 statuses of 50 authors, in no order of time, and a profile of each. */
const filled = Effect.gen(function* () {
  const sql = yield* SqlClient;
  yield* Effect.flatMap(RecordIndex, (index) => index.define(lexicons));
  const did = "'did:plc:' || lpad((n % 50)::text, 24, '0')";
  const columns = "uri, cid, did, rkey, indexed_at, value, paths, layout";
  yield* sql.unsafe(`insert into ${statusTable.sql} (${columns}, s_text)
    select 'at://' || ${did} || '/test.plans.status/' || n, 'bafy', ${did}, n::text, hashint4(n), '{}', '{}', '', 'text ' || n
    from generate_series(1, 5000) n`);
  yield* sql.unsafe(`insert into ${profileTable.sql} (${columns}, s_text)
    select 'at://' || ${did} || '/test.plans.profile/self', 'bafy', ${did}, 'self', n, '{}', '{}', '', 'name ' || n
    from generate_series(0, 49) n`);
  yield* sql.unsafe("analyze");
});

const database = Layer.effectDiscard(filled).pipe(
  Layer.provide(recordIndexPostgres()),
  Layer.provideMerge(recordsDatabase)
);

const parameter = (index: number) => ({ _tag: "Parameter", index }) as const;
const field: Field = {
  _tag: "PropertyField",
  key: "text",
  property: "text",
  shape: { _tag: "ScalarShape", type: "string" }
};
const byAuthor: Filter = {
  _tag: "Compare",
  operand: { _tag: "MetaOperand", meta: "did" },
  operator: "eq",
  value: parameter(1)
};
const byHandle: Filter = { ...byAuthor, operand: { _tag: "MetaOperand", meta: "actorHandle" } };
const newest: Page = {
  collection: status.nsid,
  where: { _tag: "Every", filters: [] },
  sort: [{ operand: { _tag: "MetaOperand", meta: "indexedAt" }, direction: "DESC" }],
  direction: "forward",
  take: parameter(0),
  after: null,
  before: null,
  members: [{ _tag: "Nodes", key: "nodes", selection: [field] }]
};
const seek = { values: [parameter(2)], uri: parameter(3) };
const joined: Field = { _tag: "DidRecord", key: "profile", collection: profile.nsid, rkey: "self", selection: [field] };
const latest: Field = { _tag: "DidPage", key: "latest", page: newest };

const compiled = (page: Page) => {
  const query: RecordQuery = { roots: [{ _tag: "PageRoot", key: "page", page }] };
  const table = (nsid: string) => (nsid === profile.nsid ? profileTable : statusTable);
  return compileQuery(query, table, () => null).text ?? "";
};

/** The plan for parameters that are not known, which is the one that runs. */
const planOf = (page: Page) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const lines = yield* sql.unsafe<{ "QUERY PLAN": string }>(`explain (generic_plan, costs off) ${compiled(page)}`);
    return lines.map((line) => line["QUERY PLAN"]).join("\n");
  });

it.layer(database)("The plan of a page", (it) => {
  it.effect.each([
    ["the newest", newest],
    ["the newest after a cursor", { ...newest, after: seek }],
    ["the newest between cursors", { ...newest, after: seek, before: { values: [parameter(4)], uri: parameter(5) } }],
    ["the newest before a cursor", { ...newest, before: seek, direction: "backward" }],
    ["the newest of an author", { ...newest, where: byAuthor }],
    ["the newest of an author after a cursor", { ...newest, where: byAuthor, after: seek }]
  ] satisfies ReadonlyArray<readonly [string, Page]>)("reads an index in its order: %s", ([, page]) =>
    Effect.gen(function* () {
      const plan = yield* planOf(page);
      expect(plan).toContain("Index Scan");
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    })
  );

  it.effect("goes from a handle to its author", () =>
    Effect.gen(function* () {
      expect(yield* planOf({ ...newest, where: byHandle })).not.toMatch(/Seq Scan on test_plans_status/);
    })
  );

  it.effect("looks up each record that an author leads to, and reads each page of it in order", () =>
    Effect.gen(function* () {
      const plan = yield* planOf({
        ...newest,
        members: [{ _tag: "Nodes", key: "nodes", selection: [joined, latest] }]
      });
      expect(plan).not.toContain("Seq Scan");
      expect(plan).toMatch(/Index Scan using test_plans_profile\w+pkey/);
      expect(plan).toMatch(/Index Scan using test_plans_status\w+did\w+/);
    })
  );

  it.effect("is one statement, whose text depends on no value", () =>
    Effect.gen(function* () {
      const text = compiled({ ...newest, where: byAuthor, after: seek });
      expect(text).not.toContain(";");
      expect(text).toBe(compiled({ ...newest, where: byAuthor, after: seek }));
    })
  );
});
