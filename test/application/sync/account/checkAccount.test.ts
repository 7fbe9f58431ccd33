import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Ref from "effect/Ref";
import { memorySigningKey } from "../../../../src/adapters/memory/pds/makeRepository.ts";
import { PdsMemory } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { applyAccountChanges } from "../../../../src/application/sync/account/applyAccountChanges.ts";
import { checkAccount } from "../../../../src/application/sync/account/checkAccount.ts";
import { indexRepository } from "../../../../src/application/sync/backfill/indexRepository.ts";
import type { Did } from "../../../../src/domain/atproto/Did.ts";
import { IdentityResolver, IdentityUnresolvable } from "../../../../src/domain/identity/IdentityResolver.ts";
import type { AccountStatus } from "../../../../src/domain/sync/account/AccountStatus.ts";
import { DeadLetters } from "../../../../src/domain/sync/DeadLetters.ts";
import {
  RepositoryReader,
  RepositoryUnreadable,
  type UnreadableReason
} from "../../../../src/domain/sync/repository/RepositoryReader.ts";
import { alice, memoryService } from "../../../support/memoryService.ts";
import { accountEvents, begin, notes, noteUri, setStatus, visible } from "./accounts.ts";

const { did } = alice;
const check = checkAccount(did);
const reported = (status: AccountStatus | null) => applyAccountChanges([{ did, status }]);

const unreadable = (reason: UnreadableReason) => new RepositoryUnreadable({ reason, retryAfter: 7 });

/** The service, with other answers of PDSes to the question for a status. */
const withStatus = (status: RepositoryReader["Type"]["status"], more: Partial<RepositoryReader["Type"]> = {}) =>
  Layer.effect(
    RepositoryReader,
    Effect.map(RepositoryReader, (reader) => RepositoryReader.of({ ...reader, status, ...more }))
  ).pipe(Layer.provideMerge(memoryService));

/** The service, with an account that moved from one PDS to another; the cache still has the old one. */
const moved = (at: Readonly<Record<string, AccountStatus | null | "missing">>) =>
  Layer.effect(
    IdentityResolver,
    Effect.map(IdentityResolver, (resolver) => {
      const at = (pds: string) => (asked: Did) =>
        Effect.map(resolver.resolveDid(asked), (identity) => ({ ...identity, pds }));
      return IdentityResolver.of({
        ...resolver,
        resolveDid: at("https://old.example"),
        resolveDidFresh: at("https://new.example")
      });
    })
  ).pipe(
    Layer.provideMerge(
      withStatus((pds) => {
        const status = at[pds];
        return status === undefined || status === "missing"
          ? unreadable("repository-not-found")
          : Effect.succeed({ status, rev: null });
      })
    )
  );

const indexAlice = Effect.map(
  indexRepository({ did, pds: "https://pds.example", signingKey: memorySigningKey }),
  ({ indexed }) => indexed
);

describe.concurrent("checking an account", () => {
  it.effect("changes nothing while it is active", () =>
    Effect.gen(function* () {
      yield* begin;
      const checked = yield* check;
      assert.strictEqual(checked._tag, "Active");
      assert.deepStrictEqual(yield* accountEvents, []);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("finds a deactivation and a return that the source never reported", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* setStatus(did, "deactivated");
      assert.deepStrictEqual(yield* check, { _tag: "Hidden", status: "deactivated" });
      assert.deepStrictEqual(yield* check, { _tag: "Hidden", status: "deactivated" });
      assert.strictEqual(yield* visible, 0);
      yield* setStatus(did, null);
      assert.strictEqual((yield* check)._tag, "Active");
      assert.strictEqual(yield* visible, 2);
      assert.deepStrictEqual(yield* accountEvents, ["AccountHidden deactivated pds", "AccountShown pds"]);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("erases the records and the dead letters of a deletion that the PDS confirms", () =>
    Effect.gen(function* () {
      yield* begin;
      const letters = yield* DeadLetters;
      const uri = noteUri(did, "bad");
      const bad = { source: "firehose", did, collection: notes, uri, cid: null, rev: null, detail: null, bytes: null };
      yield* letters.add([{ ...bad, reason: "invalid", value: { text: 1 }, receivedAt: 0 }]);
      yield* reported("deleted");
      yield* setStatus(did, "deleted");
      assert.deepStrictEqual(yield* check, { _tag: "Erased" });
      assert.deepStrictEqual(yield* check, { _tag: "Erased" });
      assert.isNull(yield* letters.find(uri));
      assert.deepStrictEqual(yield* accountEvents, ["AccountHidden deleted source", "AccountErased 2"]);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("shows an account again that the source reported as deleted by mistake", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* reported("deleted");
      assert.strictEqual(yield* visible, 0);
      assert.strictEqual((yield* check)._tag, "Active");
      assert.strictEqual(yield* visible, 2);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("hides an account that its PDS does not have, and erases it once the source reports the deletion", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* setStatus(did, "deleted");
      assert.deepStrictEqual(yield* check, { _tag: "Hidden", status: "deleted" });
      assert.deepStrictEqual(yield* check, { _tag: "Hidden", status: "deleted" });
      yield* reported("deleted");
      assert.deepStrictEqual(yield* check, { _tag: "Erased" });
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("hides an account whose DID document nobody has", () =>
    Effect.gen(function* () {
      yield* begin;
      const { state } = yield* PdsMemory;
      yield* Ref.update(state, (before) => ({ ...before, accounts: [] }));
      assert.deepStrictEqual(yield* check, { _tag: "Hidden", status: "deleted" });
      assert.deepStrictEqual(yield* accountEvents, ["AccountHidden deleted pds"]);
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("indexes the whole repository of an account that comes back after its records were erased", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* indexAlice;
      yield* reported("deleted");
      yield* setStatus(did, "deleted");
      yield* check;
      yield* setStatus(did, null);
      assert.strictEqual((yield* check)._tag, "Active");
      assert.strictEqual(yield* visible, 0);
      yield* indexAlice;
      assert.strictEqual(yield* visible, 2);
      assert.isNull(yield* indexAlice);
    }).pipe(Effect.provide(memoryService))
  );
});

const migrations: ReadonlyArray<
  readonly [string, Readonly<Record<string, AccountStatus | null | "missing">>, "Active" | "Hidden" | "Erased"]
> = [
  ["deactivated at the old PDS", { "https://old.example": "deactivated", "https://new.example": null }, "Active"],
  ["deleted at the old PDS", { "https://old.example": "deleted", "https://new.example": null }, "Active"],
  ["unknown at the old PDS", { "https://old.example": "missing", "https://new.example": null }, "Active"],
  [
    "not active at the new PDS yet",
    { "https://old.example": "deactivated", "https://new.example": "deactivated" },
    "Hidden"
  ],
  ["deleted at the new PDS", { "https://old.example": "deactivated", "https://new.example": "deleted" }, "Erased"]
];

describe.concurrent("an account that moved to another PDS", () => {
  it.effect.each(migrations)("%s", ([, at, expected]) =>
    Effect.gen(function* () {
      yield* begin;
      assert.strictEqual((yield* check)._tag, expected);
    }).pipe(Effect.provide(moved(at)))
  );

  it.effect("stays hidden although the old PDS says that it is active", () =>
    Effect.gen(function* () {
      yield* begin;
      yield* reported("takendown");
      assert.deepStrictEqual(yield* check, { _tag: "Hidden", status: "takendown" });
    }).pipe(Effect.provide(moved({ "https://old.example": null, "https://new.example": "takendown" })))
  );
});

describe.concurrent("a PDS", () => {
  it.effect.each(["unreachable", "timeout", "rate-limited", "address-refused"] as const)(
    "that does not say what became of an account changes nothing: %s",
    (reason) =>
      Effect.gen(function* () {
        yield* begin;
        yield* reported("deactivated");
        const before = yield* accountEvents;
        const problem = yield* Effect.flip(check);
        assert.deepInclude(problem, { _tag: "AccountUnchecked", reason, pds: "https://pds.example", retryAfter: 7 });
        assert.deepStrictEqual(yield* accountEvents, before);
      }).pipe(Effect.provide(withStatus(() => unreadable(reason))))
  );

  it.effect.each(["refused", "malformed", "server-error"] as const)(
    "that lacks the method is asked for the last commit: %s",
    (reason) =>
      Effect.gen(function* () {
        yield* begin;
        assert.strictEqual((yield* check)._tag, "Active");
        yield* setStatus(did, "takendown");
        assert.deepStrictEqual(yield* check, { _tag: "Hidden", status: "takendown" });
        yield* setStatus(did, "deactivated");
        assert.deepStrictEqual(yield* check, { _tag: "Hidden", status: "deactivated" });
      }).pipe(Effect.provide(withStatus(() => unreadable(reason))))
  );

  it.effect("is asked again if the source reports another status meanwhile", () => {
    let asked = 0;
    const service = withStatus(() => {
      asked += 1;
      return Effect.succeed({ status: "deactivated" as const, rev: null });
    });
    const reporting = Layer.effect(
      RepositoryReader,
      Effect.gen(function* () {
        const reader = yield* RepositoryReader;
        const services = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof reported>>>();
        return RepositoryReader.of({
          ...reader,
          status: (pds, whose) =>
            asked === 0
              ? Effect.zipLeft(reader.status(pds, whose), Effect.orDie(Effect.provide(reported("suspended"), services)))
              : reader.status(pds, whose)
        });
      })
    ).pipe(Layer.provideMerge(service));
    return Effect.gen(function* () {
      yield* begin;
      assert.deepStrictEqual(yield* check, { _tag: "Hidden", status: "deactivated" });
      assert.strictEqual(asked, 2);
      assert.deepStrictEqual(yield* accountEvents, ["AccountHidden suspended source", "AccountHidden deactivated pds"]);
    }).pipe(Effect.provide(reporting));
  });
});

const failingResolver = (reason: IdentityUnresolvable["reason"], more: { readonly isTombstone?: true } = {}) =>
  Layer.effect(
    IdentityResolver,
    Effect.map(IdentityResolver, (resolver) => {
      const fails = (subject: string) => new IdentityUnresolvable({ subject, reason, ...more });
      return IdentityResolver.of({ ...resolver, resolveDid: fails, resolveDidFresh: fails });
    })
  ).pipe(Layer.provideMerge(memoryService));

describe.concurrent("an identity", () => {
  it.effect.each(["unreachable", "document-malformed", "no-pds", "address-refused"] as const)(
    "that cannot be resolved changes nothing: %s",
    (reason) =>
      Effect.gen(function* () {
        yield* begin;
        const problem = yield* Effect.flip(check);
        assert.strictEqual(problem._tag, "AccountUnchecked");
        assert.strictEqual(yield* visible, 2);
        assert.deepStrictEqual(yield* accountEvents, []);
      }).pipe(Effect.provide(failingResolver(reason)))
  );

  it.effect("that is a tombstone erases the records of the account", () =>
    Effect.gen(function* () {
      yield* begin;
      assert.deepStrictEqual(yield* check, { _tag: "Erased" });
      assert.deepStrictEqual(yield* check, { _tag: "Erased" });
      assert.deepStrictEqual(yield* accountEvents, ["AccountErased 2"]);
    }).pipe(Effect.provide(failingResolver("did-not-found", { isTombstone: true })))
  );
});
