import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { makePlanner } from "../../../src/adapters/graphql/plan/makePlanner.ts";
import { buildApiSchema } from "../../../src/adapters/graphql/schema/buildApiSchema.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { LexiconCatalog } from "../../../src/domain/lexicon/model/LexiconCatalog.ts";
import type { LexiconSet } from "../../../src/domain/lexicon/model/LexiconSet.ts";
import { KnownActors } from "../../../src/domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../../src/domain/record/index/RecordIndex.ts";
import { type AnsweredAccount, comparable } from "./differences.ts";

const toDid = Schema.decodeUnknownSync(Did);

const planners = new WeakMap<LexiconSet, ReturnType<typeof makePlanner>>();

const plannerOf = (set: LexiconSet) => {
  const planner = planners.get(set) ?? makePlanner(buildApiSchema(set));
  planners.set(set, planner);
  return planner;
};

/** The name of a collection in the API. */
const fieldOf = (nsid: string): string => nsid.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The records of an author in all collections, as an app asks for them. */
const documentOf = (did: string, { collections }: LexiconSet): string =>
  `{ ${collections
    .map(({ nsid }) => {
      const field = fieldOf(nsid);
      return `${field}(where: { did: { eq: ${JSON.stringify(did)} } }, first: 100) { totalCount nodes { uri cid actorHandle } }`;
    })
    .join(" ")} }`;

const Answer = Schema.parseJson(
  Schema.Record({
    key: Schema.String,
    value: Schema.Struct({
      totalCount: Schema.Number,
      nodes: Schema.Array(
        Schema.Struct({ uri: Schema.String, cid: Schema.String, actorHandle: Schema.NullOr(Schema.String) })
      )
    })
  })
);

const askGraphql = Effect.fnUntraced(function* (did: string, set: LexiconSet) {
  const index = yield* RecordIndex;
  const plan = Either.getOrThrowWith(
    plannerOf(set)({ document: documentOf(did, set), variables: {}, viewerDid: null }),
    (failure) => new Error(JSON.stringify(failure))
  );
  if (plan.kind !== "query" || plan.query === null) throw new Error("The document reads nothing");
  const answer = yield* Schema.decode(Answer)(yield* index.query(plan.query, plan.parameters));
  const pages = Object.values(answer);
  for (const { nodes, totalCount } of pages)
    if (nodes.length !== totalCount) throw new Error(`totalCount is ${totalCount} of ${nodes.length} records`);
  return pages.flatMap(({ nodes }) => nodes);
});

/** Reads what the service answers about an account: by GraphQL, with the complete values from the index. */
const answerAbout = Effect.fnUntraced(function* (did: string) {
  const index = yield* RecordIndex;
  const set = yield* (yield* LexiconCatalog).current;
  const actors = yield* KnownActors;
  const actor = (yield* actors.actors([toDid(did)])).get(toDid(did));
  // The index keeps the records of hidden accounts, which no query may find.
  const isHidden = (yield* actors.hidden([toDid(did)])).has(toDid(did));
  const nodes = yield* askGraphql(did, set);
  const versions = yield* Effect.forEach(isHidden ? [] : set.collections, ({ nsid }) =>
    index.list({ did: toDid(did), collection: nsid, from: null, upTo: null }, 10_000)
  );
  const records = new Map<string, { readonly cid: string; readonly text: string }>();
  for (const { cid, uri } of versions.flat()) {
    const found = Option.getOrNull(yield* index.find(uri));
    records.set(uri, { cid, text: found === null ? "nothing" : comparable(found.value) });
  }
  for (const { actorHandle, cid, uri } of nodes) {
    if (records.get(uri)?.cid !== cid) records.set(uri, { cid, text: "only GraphQL has it" });
    if (actorHandle !== (actor?.handle ?? null))
      records.set(uri, { cid, text: `GraphQL has the handle ${actorHandle}` });
  }
  for (const uri of records.keys())
    if (!nodes.some((node) => node.uri === uri)) records.set(uri, { cid: "", text: "GraphQL does not have it" });
  return { records, handle: actor?.handle ?? null, isKnown: actor !== undefined } satisfies AnsweredAccount;
});

/** Reads what the service answers about accounts. */
export const answers = (dids: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(dids, (did) => Effect.map(answerAbout(did), (answer) => [did, answer] as const)),
    (all) => new Map(all)
  );
