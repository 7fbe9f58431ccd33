import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import fc from "fast-check";
import { labelChunks } from "../../../src/application/labelers/labelChunks.ts";
import type { DecodedLabel } from "../../../src/domain/labeler/decodeLabel.ts";

const label = (detail: string): DecodedLabel => Either.left({ reason: "malformed", detail, uri: null, val: null });

describe("labelChunks", () => {
  it("loses and repeats no label, and moves the cursor only past complete events", () => {
    const events = fc.array(fc.nat(7), { minLength: 1, maxLength: 12 }).map((counts) =>
      counts.map((count, at) => ({
        seq: 10 + at,
        labels: Array.from({ length: count }, (_, place) => label(`${10 + at} ${place}`))
      }))
    );
    fc.assert(
      fc.property(events, fc.integer({ min: 1, max: 5 }), (sent, size) => {
        const chunks = labelChunks(sent, 9, size);
        const labels = chunks.flatMap((chunk) => chunk.labels);
        assert.deepStrictEqual(
          labels,
          sent.flatMap((event) => event.labels)
        );
        let stored = 0;
        for (const chunk of chunks) {
          assert.isAtMost(chunk.labels.length, size);
          stored += chunk.labels.length;
          const covered = sent.filter(({ seq }) => seq <= chunk.cursor).flatMap((event) => event.labels);
          assert.isAtMost(covered.length, stored);
        }
        assert.strictEqual(chunks.at(-1)?.cursor, sent.at(-1)?.seq);
      })
    );
  });
});
