import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import { Did } from "../../src/domain/atproto/Did.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { DueRepositories, type DueRepository } from "../../src/domain/sync/backfill/DueRepositories.ts";
import { freshStream, knownSample } from "./sampleEvent.ts";

const alice = Did.make("did:plc:alice");
const bob = Did.make("did:plc:bob");
const carol = Did.make("did:web:carol.example");
const minute = 60_000;

const append = (type: Parameters<typeof knownSample>[0], data: Readonly<Record<string, unknown>>) =>
  Effect.gen(function* () {
    const log = yield* EventLog;
    const [recorded] = yield* log.append(freshStream(), 0, [knownSample(type, data)]);
    return recorded?.position ?? 0;
  });

const signIn = (did: Did) =>
  append("LoginCompleted.v1", { did, authorizationId: `authorization_${crypto.randomUUID()}` });

/** Everything that can be taken now, each for a minute. */
const claimAll = Effect.gen(function* () {
  const due = yield* DueRepositories;
  const claimed: Array<DueRepository> = [];
  for (;;) {
    const next = yield* due.claim(minute);
    if (next === null) return claimed;
    claimed.push(next);
  }
});

const claimedDids = Effect.map(claimAll, (claimed) => claimed.map(({ did }) => did).toSorted());

/** Nothing is left over: each test begins with nobody due. */
const settleAll = Effect.gen(function* () {
  const due = yield* DueRepositories;
  const claimed = yield* claimAll;
  yield* Effect.forEach(claimed, due.complete);
});

/** What makes a repository due, and who is given it. */
export const dueRepositoriesContract = <E>(name: string, layer: Layer.Layer<DueRepositories | EventLog, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`DueRepositories contract: ${name}`, (it) => {
    it.effect("lets one caller claim the repository of a login until it is completed", () =>
      Effect.gen(function* () {
        const due = yield* DueRepositories;
        const position = yield* signIn(alice);
        const taken = yield* Effect.all([due.claim(minute), due.claim(minute), due.claim(minute)], {
          concurrency: "unbounded"
        });
        const claimed = taken.filter((one) => one !== null);
        assert.deepStrictEqual(claimed, [{ did: alice, requestedAt: position, failures: 0 }]);
        yield* Effect.forEach(claimed, due.complete);
        assert.isNull(yield* due.claim(minute));
      })
    );

    it.effect("returns a repository again after its claim expired, and counts failed attempts", () =>
      Effect.gen(function* () {
        const due = yield* DueRepositories;
        yield* signIn(alice);
        assert.strictEqual((yield* due.claim(0))?.did, alice);
        assert.strictEqual((yield* due.claim(minute))?.failures, 0);
        yield* due.renewClaim(alice, 0);
        assert.strictEqual((yield* due.claim(minute))?.failures, 0);
        yield* due.postpone(alice, 0, true);
        yield* due.postpone(alice, 0, false);
        assert.strictEqual((yield* due.claim(minute))?.failures, 1);
        yield* due.postpone(alice, minute, true);
        assert.isNull(yield* due.claim(minute));
        yield* signIn(alice);
        const last = yield* due.claim(minute);
        assert.strictEqual(last?.failures, 2);
        if (last !== null) yield* due.complete(last);
      })
    );

    it.effect("does not lose a login during a claim, and does not return it to two callers", () =>
      Effect.gen(function* () {
        const due = yield* DueRepositories;
        yield* signIn(bob);
        const first = yield* due.claim(minute);
        const position = yield* signIn(bob);
        assert.isNull(yield* due.claim(minute));
        if (first !== null) yield* due.complete(first);
        const second = yield* due.claim(minute);
        assert.deepStrictEqual(second, { did: first?.did ?? second?.did, requestedAt: position, failures: 0 });
        if (first !== null) yield* due.complete(first);
        if (second !== null) yield* due.complete(second);
        assert.isNull(yield* due.claim(minute));
      })
    );

    it.effect("makes the repositories of all accounts due when the index is reset", () =>
      Effect.gen(function* () {
        const due = yield* DueRepositories;
        yield* Effect.forEach([alice, bob, carol], signIn, { discard: true });
        yield* settleAll;
        const position = yield* append("IndexReset.v1", { records: 7 });
        const claimed = yield* claimAll;
        yield* Effect.forEach(claimed, due.complete);
        assert.deepStrictEqual(claimed.map(({ did }) => did).toSorted(), [alice, bob, carol]);
        assert.deepStrictEqual(new Set(claimed.map(({ requestedAt }) => requestedAt)), new Set([position]));
      })
    );

    it.effect("makes the repositories of all accounts due when other Lexicons become active", () =>
      Effect.gen(function* () {
        yield* settleAll;
        const many = Array.from({ length: 1200 }, (_, at) => Did.make(`did:plc:person${at}`));
        yield* Effect.forEach([...many, alice, alice, bob, carol], signIn, { discard: true });
        yield* settleAll;
        assert.deepStrictEqual(yield* claimedDids, []);
        yield* append("LexiconsImported.v1", { digest: "", ids: [] });
        const everybody = new Set([...many, alice, bob, carol]);
        assert.deepStrictEqual(new Set(yield* claimedDids), everybody);
      })
    );
  });
