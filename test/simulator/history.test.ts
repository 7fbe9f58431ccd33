import { cborToLex, readCarWithRoot, verifyProofs, verifyRepoCar } from "@atproto/repo";
import { assert, describe, it } from "@effect/vitest";
import { runsOf } from "../support/runsOf.ts";
import type { Happening } from "./network/Happening.ts";
import { type History, historyOf } from "./network/History.ts";
import { finalNetwork, happeningsOf } from "./oracle/expectedAccounts.ts";
import { replayNaively } from "./oracle/replayNaively.ts";
import { drawPlan } from "./plan/drawPlan.ts";
import { firehoseEvent } from "./relay/firehoseEvents.ts";

const startTime = Date.parse("2026-11-01T00:00:00Z");
const seeds = Array.from({ length: 1 + runsOf(4) }, (_, seed) => seed + 1);
const makeHistory = (seed: number): Promise<History> => historyOf(drawPlan(seed, "firehose", 80), startTime);
const made = new Map<number, Promise<History>>();

const historyOfSeed = (seed: number): Promise<History> => {
  const history = made.get(seed) ?? makeHistory(seed);
  made.set(seed, history);
  return history;
};

/** Splits a frame after its header, which is the shortest start that can be decoded. */
const afterFirst = (frame: Uint8Array): readonly [header: unknown, rest: Uint8Array] => {
  for (let length = 1; length < frame.length; length += 1) {
    try {
      return [cborToLex(frame.subarray(0, length)), frame.subarray(length)];
    } catch {
      // The header is longer.
    }
  }
  throw new Error("The frame has no header");
};

/** Decodes a frame with the CBOR decoder of `@atproto/repo`. */
const decoded = (
  frame: Uint8Array | string
): { readonly header: unknown; readonly body: Readonly<Record<string, unknown>> } => {
  if (typeof frame === "string") throw new Error("A firehose sends bytes");
  const [header, rest] = afterFirst(frame);
  return { header, body: Object(cborToLex(rest)) };
};

const keysOf = ({ moments, start }: History): ReadonlyMap<string, ReadonlySet<string>> => {
  const keys = new Map<string, Set<string>>();
  for (const { accounts } of [start, ...moments.map(({ network }) => network)])
    for (const { did, key } of accounts.values()) keys.set(did, (keys.get(did) ?? new Set()).add(key.pair.did()));
  return keys;
};

const isWhole = (happening: Happening) =>
  happening._tag === "Commit" && happening.fault === null && !happening.isTooBig;

describe("the history of a seed", () => {
  it.each(seeds)("Its frames are decoded and verified by @atproto/repo (seed %i)", async (seed) => {
    const history = await historyOfSeed(seed);
    const keys = keysOf(history);
    for (const [number, happening] of happeningsOf(history).entries()) {
      if (happening._tag !== "Commit" || !isWhole(happening)) continue;
      const { at } = await firehoseEvent(happening, number);
      const { body, header } = decoded(at(7, startTime));
      assert.deepStrictEqual(header, { op: 1, t: "#commit" });
      assert.deepInclude(body, { seq: 7, repo: happening.did, rev: happening.commit.repository.rev, tooBig: false });
      const { blocks } = body;
      if (!(blocks instanceof Uint8Array)) throw new Error("The blocks of a commit are bytes");
      await readCarWithRoot(blocks);
      const claims = happening.commit.operations
        .filter(({ record }) => record === null || record.value !== null)
        .map(({ collection, record, rkey }) => ({ collection, rkey, cid: record?.cid ?? null }));
      const verified = await Promise.all(
        [...(keys.get(happening.did) ?? [])].map((key) =>
          verifyProofs(blocks, claims, happening.did, key).then(
            (proofs) => proofs.unverified.length === 0,
            () => false
          )
        )
      );
      assert.include(verified, true, `${number} ${JSON.stringify(claims)}`);
    }
  });

  it.each(seeds)(
    "Its repositories are verified by @atproto/repo, and hold what a naive replay leads to (seed %i)",
    async (seed) => {
      const history = await historyOfSeed(seed);
      const replayed = replayNaively(history);
      const held = new Map<string, string>();
      for (const { did, key, repository } of finalNetwork(history).accounts.values()) {
        const { creates } = await verifyRepoCar(await repository.car(), did, key.pair.did());
        for (const { cid, collection, rkey } of creates) held.set(`at://${did}/${collection}/${rkey}`, cid.toString());
      }
      const expected = [...replayed].map(([uri, { cid }]) => [uri, cid.toString()] as const);
      assert.deepStrictEqual(held, new Map(expected.toSorted(([left], [right]) => (left < right ? -1 : 1))));
    }
  );

  it("The same seed leads to the same frames", async () => {
    const frames = async () => {
      const happenings = happeningsOf(await makeHistory(3));
      const events = await Promise.all(happenings.map((happening, number) => firehoseEvent(happening, number)));
      return events.map(({ at }) => at(1, startTime));
    };
    assert.deepStrictEqual(await frames(), await frames());
  });

  it("The commits are signed with both curves of AT Protocol", async () => {
    const histories = await Promise.all(seeds.map(historyOfSeed));
    const algorithms = histories.flatMap((history) =>
      [...finalNetwork(history).accounts.values()].map(({ key }) => key.pair.jwtAlg)
    );
    assert.sameMembers([...new Set(algorithms)], ["ES256K", "ES256"]);
  });
});
