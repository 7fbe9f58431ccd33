import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import { importLexicons } from "../../../../src/application/lexicons/importLexicons.ts";
import { backfillPeriodically } from "../../../../src/application/sync/backfill/backfillPeriodically.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { IdentityResolver } from "../../../../src/domain/identity/IdentityResolver.ts";
import { DueRepositories } from "../../../../src/domain/sync/backfill/DueRepositories.ts";
import { RepositoryReader } from "../../../../src/domain/sync/repository/RepositoryReader.ts";
import { loggedIn } from "../../../support/loginThrough.ts";
import { alice, bob, memoryService } from "../../../support/memoryService.ts";

const lexicon = {
  file: "note.json",
  document: {
    lexicon: 1,
    id: "dev.example.note",
    defs: { main: { type: "record", key: "any", record: { type: "object", properties: {} } } }
  }
};

const isBig = (did: Did): boolean => did.startsWith("did:plc:big");

/** Two hosts: one with very many accounts, which never answers, and that of alice and bob. */
const twoHosts = (asked: Array<Did>) =>
  Layer.merge(
    Layer.effect(
      IdentityResolver,
      Effect.map(IdentityResolver, (resolver) =>
        IdentityResolver.of({
          ...resolver,
          resolveDid: (did) =>
            isBig(did)
              ? Effect.succeed({ did, handle: null, pds: "https://big.example", signingKey: "zNone" })
              : resolver.resolveDid(did)
        })
      )
    ),
    Layer.effect(
      RepositoryReader,
      Effect.map(RepositoryReader, (reader) =>
        RepositoryReader.of({
          ...reader,
          fetch: (pds, did) => {
            asked.push(did);
            return isBig(did) ? Effect.never : reader.fetch(pds, did);
          }
        })
      )
    )
  ).pipe(Layer.provideMerge(memoryService));

it.effect("A host that never answers to a backfill delays neither another host nor a login", () => {
  const asked: Array<Did> = [];
  return Effect.gen(function* () {
    yield* TestClock.setTime(Date.parse("2026-11-28T00:00:00Z"));
    yield* importLexicons([lexicon], { type: "operator", id: null });
    const due = yield* DueRepositories;
    const many = Array.from({ length: 100 }, (_, at) => Did.make(`did:plc:big${at}`));
    yield* due.request([...many, bob.did], "backfill");
    yield* Effect.fork(backfillPeriodically({ concurrency: 2 }));
    for (let second = 0; second < 20 && !asked.includes(bob.did); second += 1) yield* TestClock.adjust("1 second");
    assert.include(asked, bob.did);
    assert.lengthOf(asked.filter(isBig), 1);
    yield* loggedIn(alice);
    yield* TestClock.adjust("3 seconds");
    assert.include(asked, alice.did);
    assert.lengthOf(asked.filter(isBig), 1);
  }).pipe(Effect.provide(twoHosts(asked)));
});
