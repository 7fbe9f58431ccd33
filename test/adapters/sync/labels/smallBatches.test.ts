import { assert, describe, it } from "@effect/vitest";
import fc from "fast-check";
import { smallBatches } from "../../../../src/adapters/sync/labels/smallBatches.ts";

describe("smallBatches", () => {
  it("keeps every message in order, and no batch of several above 64 kB", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000)), (sizes) => {
        const messages = sizes.map((size) => ({ data: Buffer.alloc(size), isBinary: true }));
        const batches = smallBatches(messages);
        assert.deepStrictEqual(batches.flat(), messages);
        for (const batch of batches) {
          assert.isNotEmpty(batch);
          if (batch.length > 1)
            assert.isAtMost(
              batch.reduce((sum, { data }) => sum + data.length, 0),
              65_536
            );
        }
      }),
      { numRuns: 50 }
    );
  });
});
