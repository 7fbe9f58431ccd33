import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import { GraphQLObjectType, isObjectType, printSchema } from "graphql";
import { prepareDocument } from "../../../../../src/adapters/graphql/plan/document/prepareDocument.ts";
import { defaultLimits } from "../../../../../src/adapters/graphql/plan/Limits.ts";
import { makePlanner } from "../../../../../src/adapters/graphql/plan/makePlanner.ts";
import { buildApiSchema } from "../../../../../src/adapters/graphql/schema/buildApiSchema.ts";
import { printApiSchema } from "../../../../../src/adapters/graphql/schema/printApiSchema.ts";
import { readSchema } from "../../../../../src/adapters/graphql/worker/readSchema.ts";
import * as MemoryStore from "../../../../../src/adapters/memory/MemoryStore.ts";
import * as RecordIndexMemory from "../../../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { fieldName } from "../../../../../src/domain/api/apiName.ts";
import { Did } from "../../../../../src/domain/atproto/Did.ts";
import { listedFields } from "../../../../../src/domain/lexicon/model/compareFields.ts";
import { joinsOf } from "../../../../../src/domain/lexicon/model/Join.ts";
import { RecordIndex } from "../../../../../src/domain/record/index/RecordIndex.ts";
import { lexiconsOfDocuments } from "../../../../domain/lexicon/lexiconsOf.ts";
import { manyLexicons } from "../../../../domain/lexicon/manyLexicons.ts";
import { startingLexicons } from "../../../../domain/lexicon/startingLexicons.ts";
import { noteLexicons, noteRecords } from "../../plan/notes.ts";

const many = manyLexicons(160);
const large = buildApiSchema(many);
const beside = readSchema(printSchema(large.schema));

const errorsOf = (schema: typeof beside, document: string): ReadonlyArray<string> =>
  Either.match(prepareDocument(schema, document, defaultLimits), {
    onLeft: (errors) => errors.map(({ message }) => message),
    onRight: () => []
  });

/** A join between two authorities, in both forms. */
const unlisted = "{ netApp0FeedLike { nodes { netApp1RepoIssueByDid(first: 1) { totalCount } } } }";
const shared = "{ netApp0FeedLike { nodes { joins { netApp1RepoIssueByDid(first: 1) { totalCount } } } } }";

describe("the joins that all record types share", () => {
  it("keep the schema of 160 collections below 4 MB, and its growth per collection constant", () => {
    const size = (collections: number) => printApiSchema(buildApiSchema(manyLexicons(collections)).schema).length;
    const [at80, at120, at160] = [size(80), size(120), size(160)];
    assert.isBelow(at160, 4_000_000);
    assert.closeTo((at160 - at120) / (at120 - at80), 1, 0.1);
  });

  it.each([
    ["an unlisted field", unlisted],
    ["the shared type", shared]
  ])("can be selected on every record type, in this thread and in the worker thread: %s", (_, document) => {
    assert.deepStrictEqual([errorsOf(large.schema, document), errorsOf(beside, document)], [[], []]);
  });

  it("are not listed on each type if there are too many, but described once", () => {
    const like = large.schema.getType("NetApp0FeedLike");
    const names = isObjectType(like) ? Object.keys(like.getFields()) : [];
    assert.include(names, "joins");
    assert.include(names, "netApp0ActorProfileByDid");
    assert.notInclude(names, "netApp1RepoIssueByDid");
    assert.lengthOf(printApiSchema(large.schema).match(/^ {2}netApp1RepoIssueByDid\(/gm) ?? [], 1 + 5 + 1);
  });

  it("do not make unknown names valid", () => {
    for (const name of ["constructor", "toString", "hasOwnProperty", "netApp1RepoIssue", "netApp1RepoIssueByDI"]) {
      const document = `{ netApp0FeedLike { nodes { ${name} } } }`;
      assert.lengthOf(errorsOf(large.schema, document), 1, name);
      assert.deepStrictEqual(errorsOf(beside, document), errorsOf(large.schema, document));
    }
    assert.lengthOf(errorsOf(large.schema, "{ netApp1RepoIssueByDid { totalCount } }"), 1);
  });

  it("have another name if the Lexicon has a property of the same name", () => {
    const properties = { joins: { type: "string" }, other: { type: "integer" } };
    const { schema } = buildApiSchema(
      lexiconsOfDocuments({
        lexicon: 1,
        id: "a.b.c",
        defs: { main: { type: "record", key: "tid", record: { type: "object", properties } } }
      })
    );
    const type = schema.getType("ABC");
    assert.isTrue(type instanceof GraphQLObjectType);
    if (!(type instanceof GraphQLObjectType)) return;
    assert.deepStrictEqual(
      ["joins", "joins_"].map((name) => String(type.getFields()[name]?.type)),
      ["String", "Joins!"]
    );
  });

  it.each([
    ["the starting Lexicons", startingLexicons],
    ["notes", noteLexicons],
    ["20 collections", manyLexicons(20)],
    ["160 collections", many]
  ])("and all other fields are those by which the domain compares sets: %s", (_, set) => {
    const { schema } = buildApiSchema(set);
    for (const [name, fields] of listedFields(set)) {
      const type = schema.getType(name);
      assert.isTrue(isObjectType(type), name);
      if (isObjectType(type)) assert.sameMembers(Object.keys(type.getFields()), [...fields], name);
    }
  });
});

it("refuses an operation whose references may lead to too many tables, and allows 24 of 160 collections", () => {
  const planned = makePlanner(large);
  const document = (references: number) => {
    const aliases = Array.from({ length: references }, (_, number) => `a${number}: subjectResolved { __typename }`);
    return `{ netApp0FeedLike(first: 1) { nodes { ${aliases.join(" ")} } } }`;
  };
  const refusal = (references: number) =>
    Either.match(planned({ document: document(references), viewerDid: null }), {
      onLeft: ({ errors }) => errors.map(({ extensions, message }) => `${extensions.code} ${message.slice(0, 59)}`),
      onRight: () => []
    });
  assert.deepStrictEqual(refusal(24), []);
  assert.deepStrictEqual(refusal(25), ["COST_LIMIT The operation makes the database look into more than 4000 t"]);
});

const planner = makePlanner(buildApiSchema(noteLexicons));
const viewerDid = Did.make("did:plc:alice");

/** Every join of a record type in one form, with what says which records it found. */
const selected = (): string =>
  joinsOf(noteLexicons.collections, noteLexicons.objects)
    .map(({ _tag, collection, name }) => {
      const one = _tag === "ViewerJoin" || (_tag === "DidJoin" && collection.key._tag === "Literal");
      return one ? `${name} { uri value }` : `${name}(last: 2) { totalCount nodes { uri value } edges { cursor } }`;
    })
    .join(" ");

it.effect("a selection of shared joins returns the same bytes in both forms", () =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    yield* index.define(noteLexicons);
    yield* Effect.forEach(noteRecords, index.put);
    const answer = (document: string) => {
      const plan = Either.getOrThrowWith(
        planner({ document, viewerDid }),
        (failure) => new Error(JSON.stringify(failure))
      );
      if (plan.kind !== "query" || plan.query === null) throw new Error("It asks nothing of the index");
      return Effect.map(index.query(plan.query, plan.parameters), (text) => [text, plan.cost] as const);
    };
    for (const { nsid } of noteLexicons.collections) {
      const root = `${fieldName(nsid)}(first: 2)`;
      const [direct, cost] = yield* answer(`{ ${root} { nodes { ${selected()} } } }`);
      const [inJoins, sharedCost] = yield* answer(`{ ${root} { nodes { joins { ${selected()} } } } }`);
      const page = JSON.parse(inJoins)[fieldName(nsid)];
      const nodes = page.nodes.map(({ joins }: { readonly joins: unknown }) => joins);
      assert.strictEqual(JSON.stringify({ [fieldName(nsid)]: { nodes } }), direct);
      assert.strictEqual(sharedCost, cost);
    }
  }).pipe(Effect.provide(RecordIndexMemory.layer().pipe(Layer.provide(MemoryStore.layer))))
);
