import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
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
export const dueRepositoriesContract = <E>(
  name: string,
  layer: Layer.Layer<DueRepositories | EventLog | RecordIndex | Atomically, E>
) =>
  it.layer(layer, { timeout: "60 seconds" })(`DueRepositories contract: ${name}`, (it) => {
    it.effect("lets one caller claim the repository of a login until it is completed", () =>
      Effect.gen(function* () {
        const due = yield* DueRepositories;
        const position = yield* signIn(alice);
        const taken = yield* Effect.all([due.claim(minute), due.claim(minute), due.claim(minute)], {
          concurrency: "unbounded"
        });
        const claimed = taken.filter((one) => one !== null);
        const [{ request = 0 } = {}] = claimed;
        assert.deepStrictEqual(claimed, [
          { did: alice, requestedAt: position, request, reason: "signed-in", failures: 0 }
        ]);
        yield* Effect.forEach(claimed, due.complete);
        assert.isNull(yield* due.claim(minute));
      })
    );

    it.effect("counts the repositories that wait or are being indexed, and those that failed before", () =>
      Effect.gen(function* () {
        const due = yield* DueRepositories;
        yield* settleAll;
        assert.deepStrictEqual(yield* due.length, { waiting: 0, failed: 0 });
        yield* signIn(alice);
        yield* signIn(bob);
        yield* due.postpone(alice, 0, true);
        assert.deepStrictEqual(yield* due.length, { waiting: 2, failed: 1 });
        yield* settleAll;
        assert.deepStrictEqual(yield* due.length, { waiting: 0, failed: 0 });
      })
    );

    it.effect("says of an account whether its repository waits or is being indexed", () =>
      Effect.gen(function* () {
        const due = yield* DueRepositories;
        yield* settleAll;
        assert.isNull(yield* due.find(carol));
        yield* due.request([carol], "signed-in");
        const waiting = yield* due.find(carol);
        assert.deepStrictEqual([waiting?.reason, waiting?.failures, waiting?.isClaimed], ["signed-in", 0, false]);
        const claimed = yield* due.claim(minute);
        assert.strictEqual((yield* due.find(carol))?.isClaimed, true);
        if (claimed !== null) yield* due.complete(claimed);
        assert.isNull(yield* due.find(carol));
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
        assert.deepInclude(second, { did: bob, requestedAt: position, failures: 0 });
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

    it.effect("makes repositories due that are requested without an event, once and in the transaction", () =>
      Effect.gen(function* () {
        const due = yield* DueRepositories;
        const { run } = yield* Atomically;
        yield* settleAll;
        const [dave, erin, frank] = ["dave", "erin", "frank"].map((name) => Did.make(`did:plc:${name}`));
        if (dave === undefined || erin === undefined || frank === undefined) return;
        yield* run(due.request([dave, erin, dave]));
        yield* Effect.ignore(run(Effect.zipRight(due.request([frank]), Effect.fail("rolled back"))));
        yield* due.request([]);
        const claimed = yield* claimAll;
        assert.deepStrictEqual(claimed.map(({ did }) => did).toSorted(), [dave, erin]);
        assert.deepStrictEqual(
          new Set(claimed.map(({ reason, requestedAt }) => `${reason} ${requestedAt}`)),
          new Set(["changed 0"])
        );
        yield* Effect.forEach(claimed, due.complete);
      })
    );

    it.effect("does not lose a request during a claim, and makes it due 30 seconds after the fetch", () =>
      Effect.gen(function* () {
        const due = yield* DueRepositories;
        const gina = Did.make("did:plc:gina");
        yield* due.request([gina]);
        const first = yield* due.claim(minute);
        yield* due.request([gina]);
        if (first !== null) yield* due.complete(first);
        assert.isNull(yield* due.claim(minute));
        yield* due.postpone(gina, 0, false);
        const second = yield* due.claim(minute);
        assert.strictEqual(second?.did, gina);
        if (second !== null) yield* due.complete(second);
        yield* due.request([gina]);
        assert.isNull(yield* due.claim(minute));
        yield* signIn(gina);
        const third = yield* due.claim(minute);
        assert.deepInclude(third, { did: gina, reason: "signed-in" });
        yield* due.request([gina]);
        if (third !== null) yield* due.complete(third);
        assert.isNull(yield* due.claim(minute));
        yield* due.postpone(gina, 0, false);
        assert.deepInclude(yield* due.claim(minute), { did: gina, reason: "changed" });
        yield* due.postpone(gina, minute, true);
        yield* due.request([gina]);
        yield* due.request([gina], "index-changed");
        assert.isNull(yield* due.claim(minute));
        yield* signIn(gina);
        const last = yield* due.claim(minute);
        assert.deepInclude(last, { did: gina, failures: 1 });
        if (last !== null) yield* due.complete(last);
      })
    );

    it.effect("returns the most urgent repository first, and none of a PDS that takes no requests", () =>
      Effect.gen(function* () {
        const due = yield* DueRepositories;
        const [one, two, three] = [Did.make("did:plc:one"), Did.make("did:plc:two"), Did.make("did:plc:three")];
        yield* due.request([one, two, three], "backfill");
        yield* due.request([two]);
        yield* signIn(three);
        assert.strictEqual((yield* due.claim(minute, { upTo: "signed-in" }))?.did, three);
        assert.isNull(yield* due.claim(minute, { upTo: "signed-in" }));
        const second = yield* due.claim(minute);
        assert.deepInclude(second, { did: two, reason: "changed" });
        yield* due.awaitPds(two, 0, "https://busy.example");
        assert.strictEqual((yield* due.claim(minute, { busy: ["https://busy.example"] }))?.did, one);
        assert.isNull(yield* due.claim(minute, { busy: ["https://busy.example"] }));
        assert.strictEqual((yield* due.claim(minute, { busy: ["https://other.example"] }))?.did, two);
        yield* Effect.forEach([one, two, three], (did) => due.postpone(did, 0, false), { discard: true });
        yield* settleAll;
      })
    );

    it.effect("withdraws what only a backfill lists and nobody works on", () =>
      Effect.gen(function* () {
        const due = yield* DueRepositories;
        const [one, two, three] = [Did.make("did:plc:uno"), Did.make("did:plc:due"), Did.make("did:plc:tre")];
        yield* due.request([one], "backfill");
        const claimed = yield* due.claim(minute);
        yield* due.request([two, three], "backfill");
        yield* due.request([three]);
        yield* due.withdraw([one, two, three]);
        if (claimed !== null) yield* due.postpone(claimed.did, 0, false);
        assert.deepStrictEqual(yield* claimedDids, [three, one].toSorted());
        yield* Effect.forEach([one, three], (did) => due.postpone(did, 0, false), { discard: true });
        yield* settleAll;
      })
    );

    it.effect("makes the repositories of all known actors due after a gap of the source", () =>
      Effect.gen(function* () {
        const due = yield* DueRepositories;
        const index = yield* RecordIndex;
        yield* settleAll;
        const known = Array.from({ length: 700 }, (_, at) => Did.make(`did:plc:known${at}`));
        yield* Effect.forEach(known, (did) => index.putActor({ did, handle: null, pds: null }), { discard: true });
        yield* append("SyncGapFound.v1", { did: null });
        const claimed = yield* claimAll;
        const dids = new Set(claimed.map(({ did }) => did));
        assert.isTrue(known.every((did) => dids.has(did)));
        assert.strictEqual(claimed.find(({ did }) => did === known[0])?.reason, "source-gap");
        yield* Effect.forEach(claimed, due.complete);
      })
    );
  });
