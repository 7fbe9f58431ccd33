import { assert, it } from "@effect/vitest";
import * as fc from "fast-check";
import { truncate } from "../../../src/domain/text/truncate.ts";

it("returns the text, or the longest beginning of whole characters that fits with an ellipsis", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 20 }), (text, maxLength) => {
      const shown = truncate(text, maxLength);
      if (text.length <= maxLength) return assert.strictEqual(shown, text);
      const characters = [...text];
      const fitting = characters.findIndex((_, at) => characters.slice(0, at + 1).join("").length > maxLength - 1);
      assert.strictEqual(shown, `${characters.slice(0, fitting).join("")}…`);
    })
  );
});
