import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import type { FollowedRepository } from "../../../../src/domain/sync/stream/FollowedRepositories.ts";
import {
  type CommitLink,
  followCommit,
  loseSynchronization,
  synchronizeAt
} from "../../../../src/domain/sync/stream/followCommit.ts";

const did = Did.make("did:plc:alice");
const now = 1_000;

const rev = (at: number): string => `3k${String(at).padStart(11, "0")}`;
const root = (at: number): string => `root-${at}`;

/** The commit of a history in which every commit has one number more than the one before. */
const link = (at: number): CommitLink => ({
  did,
  rev: rev(at),
  since: at === 1 ? null : rev(at - 1),
  prevData: root(at - 1),
  data: root(at)
});

const synchronizedAt = (at: number) => synchronizeAt(undefined, did, rev(at), root(at));

const nextOf = (before: FollowedRepository | undefined, at: number): FollowedRepository | undefined => {
  const step = followCommit(before, link(at), now);
  return step._tag === "Stale" ? before : step.next;
};

describe("a commit", () => {
  it("follows the last one", () => {
    const step = followCommit(synchronizedAt(4), link(5), now);
    assert.deepStrictEqual(step, { _tag: "Applied", next: synchronizedAt(5) });
  });

  it("is stale if it is not newer", () => {
    assert.strictEqual(followCommit(synchronizedAt(4), link(4), now)._tag, "Stale");
    assert.strictEqual(followCommit(synchronizedAt(4), link(3), now)._tag, "Stale");
  });

  it("shows a gap if commits before it were missed", () => {
    const step = followCommit(synchronizedAt(4), link(6), now);
    assert.deepInclude(step, { _tag: "Gap", reason: "missed-commits" });
  });

  it("shows a gap if it follows another tree", () => {
    const step = followCommit(synchronizedAt(4), { ...link(5), prevData: "another root" }, now);
    assert.deepInclude(step, { _tag: "Gap", reason: "missed-commits" });
  });

  it("follows by its revision alone if its host states no previous tree", () => {
    assert.strictEqual(followCommit(synchronizedAt(4), { ...link(5), prevData: null }, now)._tag, "Applied");
  });

  it("follows without a revision before it if it follows the same tree", () => {
    assert.strictEqual(followCommit(synchronizedAt(4), { ...link(5), since: null }, now)._tag, "Applied");
    const another = { ...link(5), since: null, prevData: "another root" };
    assert.strictEqual(followCommit(synchronizedAt(4), another, now)._tag, "Gap");
    assert.strictEqual(followCommit(synchronizedAt(4), { ...another, prevData: null }, now)._tag, "Gap");
  });

  it("is the first one of a repository that was not followed", () => {
    const step = followCommit(undefined, link(5), now);
    assert.strictEqual(step._tag, "First");
    assert.deepInclude(step._tag === "First" ? step.next : {}, { rev: rev(5), gapRev: rev(5), desynchronizedAt: now });
  });
});

describe("a gap", () => {
  it("is closed by a fetch at or after the commit that shows it, and not by an earlier one", () => {
    const gap = nextOf(synchronizedAt(4), 6);
    assert.isNotNull(synchronizeAt(gap, did, rev(5), root(5)).gapRev);
    assert.isNull(synchronizeAt(gap, did, rev(6), root(6)).gapRev);
  });

  it("grows with each commit that does not follow, however recent a fetch before it is", () => {
    const gap = nextOf(synchronizedAt(4), 6);
    assert.strictEqual(followCommit(gap, link(7), now)._tag, "Applied");
    const step = followCommit(gap, link(8), now);
    assert.strictEqual(step._tag, "GapGrew");
    assert.isNotNull(synchronizeAt(nextOf(gap, 8), did, rev(7), root(7)).gapRev);
    assert.isNull(synchronizeAt(nextOf(gap, 8), did, rev(8), root(8)).gapRev);
  });

  it("is closed by a fetch that is older than the commits after it, which keep their revision", () => {
    const later = nextOf(nextOf(synchronizedAt(4), 6), 7);
    assert.deepStrictEqual(synchronizeAt(later, did, rev(6), root(6)), synchronizedAt(7));
  });

  it("of an event that cannot be verified does not move the revision", () => {
    const lost = loseSynchronization(synchronizedAt(4), did, now);
    assert.deepInclude(lost, { rev: rev(4), gapRev: rev(4), desynchronizedAt: now });
    assert.isNull(loseSynchronization(lost ?? undefined, did, now));
  });
});

describe("any delivery of a history", () => {
  const numbers = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 40 });

  it("that is not stale moves the revision forward", () => {
    fc.assert(
      fc.property(numbers, (delivered) => {
        let state: FollowedRepository | undefined;
        for (const at of delivered) {
          const next = nextOf(state, at);
          assert.isTrue(state === undefined || (next !== undefined && next.rev >= state.rev));
          state = next;
        }
      })
    );
  });

  it("leaves a repository synchronized only if every commit up to its revision was delivered or fetched", () => {
    const step = fc.record({
      kind: fc.constantFrom("commit" as const, "fetch" as const),
      at: fc.integer({ min: 1, max: 12 })
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const covered = new Set<number>();
        let state: FollowedRepository | undefined;
        for (const { at, kind } of steps) {
          if (kind === "fetch") for (let each = 1; each <= at; each += 1) covered.add(each);
          else if (followCommit(state, link(at), now)._tag !== "Stale") covered.add(at);
          state = kind === "fetch" ? synchronizeAt(state, did, rev(at), root(at)) : nextOf(state, at);
          if (state === undefined || state.desynchronizedAt !== null) continue;
          for (let each = 1; rev(each) <= state.rev; each += 1) assert.isTrue(covered.has(each));
        }
      })
    );
  });
});
