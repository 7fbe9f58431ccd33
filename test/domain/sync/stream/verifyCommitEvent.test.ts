import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import fc from "fast-check";
import { CID } from "multiformats/cid";
import {
  checkOf,
  notes,
  others,
  seeded,
  told,
  verify,
  withContent,
  withOperation,
  write
} from "../../../support/commitEvents.ts";
import type { CommitMaker, Write } from "../../../support/commitMaker.ts";
import { runsOf } from "../../../support/runsOf.ts";

/** Writes of a commit, each to another record. Those that delete what is not there are left out when it is made. */
const commits = fc.array(
  fc.uniqueArray(
    fc.record({
      rkey: fc.integer({ min: 0, max: 400 }).map((number) => `r${number}`),
      collection: fc.constantFrom<Write["collection"]>(notes, others),
      text: fc.oneof({ weight: 3, arbitrary: fc.string() }, { weight: 2, arbitrary: fc.constant(null) })
    }),
    { minLength: 0, maxLength: 8, selector: ({ collection, rkey }) => `${collection}/${rkey}` }
  ),
  { minLength: 1, maxLength: 12 }
);

const possible = async (maker: CommitMaker, writes: ReadonlyArray<Write>): Promise<ReadonlyArray<Write>> => {
  const found = await Promise.all(writes.map(({ collection, rkey }) => maker.find(`${collection}/${rkey}`)));
  return writes.filter(({ record }, at) => record !== null || found[at] !== null);
};

describe("a commit event of the reference implementation", () => {
  it("is verified, one commit after the other", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 300 }),
        fc.constantFrom("k256", "p256"),
        commits,
        async (size, curve, all) => {
          const maker = await seeded(size, curve);
          for (const drawn of all) {
            const writes = await possible(
              maker,
              drawn.map(({ collection, rkey, text }) => write(rkey, text, collection))
            );
            const event = await maker.commit(writes);
            assert.deepStrictEqual<unknown>(await verify(event, checkOf(maker)), {
              _tag: "Verified",
              rev: maker.rev,
              data: maker.data,
              records: writes.map(({ collection, record }) =>
                record === null || collection !== notes ? null : Either.right(record)
              )
            });
          }
        }
      ),
      { numRuns: runsOf(12) }
    );
  });

  it("is verified without what hosts state only since Sync v1.1, as far as the result shows", async () => {
    const maker = await seeded(200);
    const event = await maker.commit([write("r1", null), write("r2", "changed"), write("new", "created")]);
    const old = withContent(event, { prevData: null, previous: new Map() });
    assert.strictEqual(told(await verify(old, checkOf(maker))), "Verified");
    assert.strictEqual(told(await verify(withOperation(old, { rkey: "r4" }), checkOf(maker))), "block-missing");
    const absent = withOperation(old, { action: "create", cid: event.content.commit.toString() });
    assert.strictEqual(told(await verify(absent, checkOf(maker))), "operations-invalid");
    const without = withContent(event, { previous: new Map() });
    assert.strictEqual(told(await verify(without, checkOf(maker))), "Verified");
  });

  it("is verified without operations if its tree is the one before", async () => {
    const maker = await seeded(20);
    const event = await maker.commit([]);
    assert.strictEqual(told(await verify(event, checkOf(maker))), "Verified");
    const other = await seeded(3);
    const prevData = CID.parse(other.data);
    assert.strictEqual(told(await verify(withContent(event, { prevData }), checkOf(maker))), "operations-invalid");
  });
});
