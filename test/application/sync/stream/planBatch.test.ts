import { assert, describe, it } from "@effect/vitest";
import type { CheckedEvent } from "../../../../src/application/sync/stream/CheckedBatch.ts";
import { type BatchContext, planBatch } from "../../../../src/application/sync/stream/planBatch.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import type { FollowedRepository } from "../../../../src/domain/sync/stream/FollowedRepositories.ts";

const alice = Did.make("did:plc:alice");
const stranger = Did.make("did:plc:stranger");
const address = "wss://relay.example/xrpc/com.atproto.sync.subscribeRepos";

const synchronized: FollowedRepository = {
  did: alice,
  rev: "5",
  data: "root",
  desynchronizedAt: null,
  gapRev: null,
  account: { address, generation: 1, cursor: 10 }
};

const context = (more: Partial<BatchContext> = {}): BatchContext => ({
  repositories: new Map([[alice, synchronized]]),
  known: new Set([alice]),
  hidden: new Set(),
  address,
  generation: 1,
  now: 1_000,
  ...more
});

/** The plan for events at the positions from `first` on. */
const planOf = (events: ReadonlyArray<CheckedEvent>, more: Partial<BatchContext> = {}, first = 11) =>
  planBatch({ events: events.map((event, at) => ({ cursor: first + at, event })), undecodable: [] }, context(more));

const badSignature = (rev: string, did = alice): CheckedEvent => ({
  _tag: "Gap",
  did,
  rev,
  reason: "signature-invalid"
});

describe("an event that cannot be verified", () => {
  it("makes a synchronized repository desynchronized once", () => {
    const { gaps, repositories } = planOf([badSignature("6"), badSignature("7")]);
    assert.deepStrictEqual(gaps, [{ did: alice, reason: "signature-invalid", rev: "6", lastRev: "5" }]);
    assert.deepStrictEqual(repositories, [{ ...synchronized, desynchronizedAt: 1_000, gapRev: "5" }]);
  });

  it("changes nothing if it is not newer than the last commit", () => {
    const { gaps, repositories, requested } = planOf([badSignature("5"), { _tag: "State", did: alice, rev: "4" }]);
    assert.deepStrictEqual([gaps, repositories, requested.size], [[], [], 0]);
  });

  it("of an unknown author makes the repository due, because it may have a record of an open collection", () => {
    const { gaps, requested } = planOf([badSignature("1", stranger)]);
    assert.deepStrictEqual([gaps, [...requested]], [[], [stranger]]);
  });
});

describe("a commit of a desynchronized repository", () => {
  const commit = (since: string): CheckedEvent => ({
    _tag: "Checked",
    did: alice,
    link: { did: alice, rev: "7", since, prevData: null, data: "root" },
    changes: [],
    deadLetters: [],
    introducesAuthor: false
  });
  const requestedAt = (now: number, since = "5") =>
    planOf([commit(since)], {
      repositories: new Map([[alice, { ...synchronized, desynchronizedAt: 0, gapRev: "5" }]]),
      now
    }).requested;

  it("makes it due again after an hour, because its fetch may have been given up", () => {
    assert.deepStrictEqual([...requestedAt(3_600_000)], []);
    assert.deepStrictEqual([...requestedAt(3_600_001)], [alice]);
  });

  it("makes it due again at once if further commits were missed, because its fetch may be older than them", () => {
    assert.deepStrictEqual([...requestedAt(1_000, "6")], [alice]);
  });
});

describe("an account event", () => {
  const deactivated: CheckedEvent = { _tag: "Account", did: alice, status: "deactivated" };
  const active: CheckedEvent = { _tag: "Account", did: alice, status: null };

  it("changes nothing up to the last position", () => {
    assert.strictEqual(planOf([deactivated], {}, 10).accounts.size, 0);
    assert.strictEqual(planOf([deactivated], {}, 11).accounts.get(alice), "deactivated");
  });

  it("is applied at any position after the sequence started over, and from another source", () => {
    assert.strictEqual(planOf([deactivated], { generation: 2 }, 1).accounts.get(alice), "deactivated");
    assert.strictEqual(planOf([deactivated], { address: "wss://other.example" }, 1).accounts.get(alice), "deactivated");
  });

  it("is superseded by a later one of the batch", () => {
    assert.deepStrictEqual([...planOf([deactivated, active]).accounts], [[alice, null]]);
  });

  it("of an unknown account changes nothing", () => {
    assert.strictEqual(planOf([{ ...deactivated, did: stranger }]).accounts.size, 0);
  });
});

describe("a commit of a hidden account", () => {
  const commit: CheckedEvent = {
    _tag: "Checked",
    did: alice,
    link: null,
    changes: [],
    deadLetters: [],
    introducesAuthor: false
  };
  const hides: CheckedEvent = { _tag: "Account", did: alice, status: "throttled" };

  it("makes the repository due after an event that hides the account in the same batch", () => {
    assert.deepStrictEqual([...planOf([hides, commit]).requested], [alice]);
    assert.strictEqual(planOf([commit, hides]).requested.size, 0);
  });

  it("makes the repository due, in case its reactivation was missed", () => {
    assert.deepStrictEqual([...planOf([commit], { hidden: new Set([alice]) }).requested], [alice]);
    assert.strictEqual(planOf([commit]).requested.size, 0);
  });
});
