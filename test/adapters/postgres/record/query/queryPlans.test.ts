import { SqlClient } from "@effect/sql/SqlClient";
import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { compileStatement } from "../../../../../src/adapters/postgres/record/query/compileStatement.ts";
import { layer as recordIndexPostgres } from "../../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { emptyTable, recordTable } from "../../../../../src/adapters/postgres/record/table/RecordTable.ts";
import { Nsid } from "../../../../../src/domain/atproto/Nsid.ts";
import type { Collection } from "../../../../../src/domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../../../../src/domain/lexicon/model/LexiconSet.ts";
import { RecordIndex } from "../../../../../src/domain/record/index/RecordIndex.ts";
import type { Field, Filter, Page, RecordQuery } from "../../../../../src/domain/record/query/RecordQuery.ts";
import { recordsDatabase } from "../recordsDatabase.ts";

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
const strongRef = "com.atproto.repo.strongRef";
const like: Collection = {
  ...status,
  nsid: Nsid.make("test.plans.like"),
  properties: [
    { name: "subject", description: null, required: false, type: { _tag: "Object", id: strongRef } },
    {
      name: "others",
      description: null,
      required: false,
      type: { _tag: "List", item: { ...text, format: "at-uri" } }
    }
  ]
};
const lexicons: LexiconSet = {
  digest: "",
  documents: [],
  completed: [],
  notices: [],
  collections: [like, profile, status],
  objects: new Map([[strongRef, { id: strongRef, description: null, properties: [] }]])
};
const [likeTable, profileTable, statusTable] = [like, profile, status].map((each) => recordTable(each, lexicons));

/** 5,000 statuses of 500 authors in random order, a profile of each author, and 5,000 likes of 500 statuses. */
const filled = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const index = yield* RecordIndex;
  // The references of likes become known after their table has been created.
  yield* index.define({ ...lexicons, collections: [{ ...like, properties: [] }, profile, status] });
  yield* index.define(lexicons);
  const did = "'did:plc:' || lpad((n % 500)::text, 24, '0')";
  const columns = "uri, cid, did, rkey, indexed_at, value, paths, layout";
  yield* sql.unsafe(`insert into ${statusTable?.sql} (${columns}, s_text)
    select 'at://' || ${did} || '/test.plans.status/' || n, 'bafy', ${did}, n::text, hashint4(n), '{}', '{}', '', 'text ' || n
    from generate_series(1, 5000) n`);
  yield* sql.unsafe(`insert into ${profileTable?.sql} (${columns}, s_text)
    select 'at://' || ${did} || '/test.plans.profile/self', 'bafy', ${did}, 'self', n, '{}', '{}', '', 'name ' || n
    from generate_series(0, 499) n`);
  yield* sql.unsafe(`insert into ${likeTable?.sql} (${columns}, r_subject)
    select 'at://' || ${did} || '/test.plans.like/' || n, 'bafy', ${did}, n::text, hashint4(n), '{}', '{"l[\\"others\\",0]": []}', '',
      'at://did:plc:' || lpad((n % 500)::text, 24, '0') || '/test.plans.status/' || n % 500
    from generate_series(1, 5000) n`);
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
const likes: Page = { ...newest, collection: like.nsid, members: [{ _tag: "TotalCount", key: "n" }] };
const likers: Page = { ...likes, members: [{ _tag: "Nodes", key: "nodes", selection: [] }, ...likes.members] };
const liked: Field = {
  _tag: "Resolved",
  key: "liked",
  property: "subject",
  many: false,
  selections: new Map([[status.nsid, [field]]])
};
const own: Field = {
  _tag: "ViewerRecord",
  key: "own",
  collection: like.nsid,
  via: ["subject"],
  target: "uri",
  viewer: parameter(1),
  selection: []
};
const latest: Field = { _tag: "DidPage", key: "latest", page: newest };

const compiled = (page: Page) => {
  const query: RecordQuery = { roots: [{ _tag: "PageRoot", key: "page", page }] };
  const tables = [likeTable, profileTable, statusTable];
  const table = (nsid: string) => tables.find((each) => each?.nsid === nsid) ?? emptyTable(nsid);
  return compileStatement(query, table, () => null, 1_000_000, null).text ?? "";
};

/** The plan for unknown parameters, which is the one that runs. */
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

  it.effect("finds the author of a handle first", () =>
    Effect.gen(function* () {
      expect(yield* planOf({ ...newest, where: byHandle })).not.toMatch(/Seq Scan on test_plans_status/);
    })
  );

  it.effect("looks up each record of an author by its address, and reads each page of an author in order", () =>
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

  const nodes = (page: Page, selection: ReadonlyArray<Field>): Page => ({
    ...page,
    members: [{ _tag: "Nodes", key: "nodes", selection }]
  });

  it.effect.each([
    [
      "the latest that refer to a record, and counts them",
      likers,
      /Index (Only )?Scan using "i\$\w+" on test_plans_like/
    ],
    ["only counts those that point at a record", likes, /Index Scan on "i\$\w+"/]
  ] satisfies ReadonlyArray<readonly [string, Page, RegExp]>)("reads in the order of an index %s", ([, page, index]) =>
    Effect.gen(function* () {
      const plan = yield* planOf(nodes(newest, [{ _tag: "ReverseJoin", key: "likes", via: ["subject"], page }]));
      expect(plan).not.toContain("Seq Scan");
      expect(plan).toMatch(index);
    })
  );

  it.effect.each([
    ["a record refers to", liked],
    ["a list of a record refers to", { ...liked, property: "others", many: true }]
  ] satisfies ReadonlyArray<readonly [string, Field]>)("looks up each record that %s", ([, resolved]) =>
    Effect.gen(function* () {
      const plan = yield* planOf(nodes({ ...newest, collection: like.nsid }, [resolved]));
      expect(plan).not.toContain("Seq Scan");
      expect(plan).toMatch(/Index Scan using test_plans_status\w+pkey/);
    })
  );

  it.effect("finds the viewer's own record among all that refer to a record", () =>
    Effect.gen(function* () {
      const plan = yield* planOf(nodes(newest, [own]));
      expect(plan).not.toContain("Seq Scan");
      expect(plan).toMatch(/Index Cond: \(\(did = \S+\) AND \(r_subject = /);
    })
  );

  it.effect("is one statement, whose text is the same for all values", () =>
    Effect.gen(function* () {
      const text = compiled({ ...newest, where: byAuthor, after: seek });
      expect(text).not.toContain(";");
      expect(text).toBe(compiled({ ...newest, where: byAuthor, after: seek }));
    })
  );
});
