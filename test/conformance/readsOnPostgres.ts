import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as GraphqlApiLexicons from "../../src/adapters/graphql/GraphqlApiLexicons.ts";
import { layer as recordIndex } from "../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { atUri } from "../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../src/domain/atproto/RecordKey.ts";
import { LexiconCatalog } from "../../src/domain/lexicon/model/LexiconCatalog.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { lexicons, serverOver } from "../adapters/http/graphql/graphqlServer.ts";
import { migratedDatabase } from "../adapters/postgres/migratedDatabase.ts";
import { alice, bob, memoryService } from "../support/memoryService.ts";

const cid = Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454");
const collection = Nsid.make("xyz.statusphere.status");

const status = ({ did }: typeof alice, rkey: string, text: string) => ({
  uri: atUri({ did, collection, rkey: RecordKey.make(rkey) }),
  cid,
  did,
  collection,
  rkey: RecordKey.make(rkey),
  rev: null,
  indexedAt: "2026-11-27T12:00:00.000Z",
  value: { $type: collection, status: text, createdAt: "2026-11-27T12:00:00Z" }
});

const someRecords = Layer.effectDiscard(
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    yield* index.define(yield* Effect.flatMap(LexiconCatalog, ({ current }) => current));
    yield* index.putActor({ ...alice, pds: null });
    yield* Effect.forEach(["a", "b", "c"], (rkey) => index.put(status(alice, rkey, "🌊")));
    yield* Effect.forEach(["d", "e"], (rkey) => index.put(status(bob, rkey, "it's 100%_\\")));
  })
);

const onPostgres = Layer.merge(GraphqlApiLexicons.layer, someRecords).pipe(
  Layer.provideMerge(recordIndex().pipe(Layer.provide(migratedDatabase)))
);

/** The GraphQL routes with records in PostgreSQL: a few of alice and bob. */
export const readsOnPostgres = serverOver(onPostgres).pipe(
  Layer.provideMerge(lexicons),
  Layer.provideMerge(memoryService)
);
