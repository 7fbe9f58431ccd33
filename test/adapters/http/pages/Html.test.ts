import { assert, it } from "@effect/vitest";
import * as fc from "fast-check";
import { html } from "../../../../src/adapters/http/pages/Html.ts";

it("escapes every value, in text and in quoted attributes", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("<", ">", "&", '"', "'", "a", " ", "=") }), (value) => {
      const { text } = html`<p title="${value}">${value}</p>`;
      assert.match(text, /^<p title="[^"<>]*">[^<>]*<\/p>$/);
      assert.notMatch(text, /&(?!amp;|lt;|gt;|quot;|#39;)/);
    })
  );
});

it("keeps its own results, one or many, and omits null", () => {
  const items = ["<a>", "b"].map((name) => html`<li>${name}</li>`);
  assert.strictEqual(html`<ul>${items}</ul>${null}${3}`.text, "<ul><li>&lt;a&gt;</li><li>b</li></ul>3");
});
