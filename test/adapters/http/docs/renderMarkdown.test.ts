import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { headingAnchor } from "../../../../src/adapters/http/docs/headingAnchor.ts";
import { highlightCode } from "../../../../src/adapters/http/docs/highlightCode.ts";
import { renderMarkdown } from "../../../../src/adapters/http/docs/renderMarkdown.ts";
import { resolveLink } from "../../../../src/adapters/http/docs/resolveLink.ts";

const rendered = (source: string): string => renderMarkdown(source, "docs/apps.md").content.text;

describe("links of the documentation", () => {
  it.each([
    ["operations.md#live-sync", "/docs/operations#live-sync"],
    ["decisions/README.md", "/docs/decisions"],
    ["decisions/0001-a.md", "/docs/decisions/0001-a"],
    ["../README.md#start", "/docs#start"],
    ["../CHANGELOG.md", "/docs/changelog"],
    ["../tools/verify-log/verify-log.mjs", "/log/verify-log.mjs"],
    ["../tools/verify-log/verify_log.py", "/log/verify_log.py"],
    ["admin.graphql", "/docs/admin.graphql"],
    ["#the-sdk", "#the-sdk"],
    ["/settings", "/settings"],
    ["https://www.rfc-editor.org/rfc/rfc7591", "https://www.rfc-editor.org/rfc/rfc7591"]
  ])("resolves %s", (href, expected) => {
    const link = resolveLink(href, "docs/apps.md");
    assert.strictEqual(link._tag === "Source" ? link.path : link.href, expected);
  });

  it("names a file of the source code instead of linking to it", () => {
    assert.deepStrictEqual(resolveLink("../examples/statusphere", "docs/apps.md"), {
      _tag: "Source",
      path: "examples/statusphere"
    });
    assert.notInclude(rendered("[example](../examples/statusphere)"), "<a");
  });
});

describe("anchors of headings", () => {
  it.each([
    ["What errors mean and what to do", "what-errors-mean-and-what-to-do"],
    ["`DATA_DIR`, and more", "data_dir-and-more"],
    ["clients rotate-secret", "clients-rotate-secret"]
  ])("are those of GitHub: %s", (heading, anchor) => {
    assert.strictEqual(headingAnchor(heading.replaceAll("`", ""), new Map()), anchor);
  });

  it("are numbered when a heading occurs twice", () => {
    const used = new Map<string, number>();
    assert.deepStrictEqual(
      [1, 2, 3].map(() => headingAnchor("Start", used)),
      ["start", "start-1", "start-2"]
    );
  });
});

describe("a page of the documentation", () => {
  it("has a title, a description, and the text below each heading", () => {
    const page = renderMarkdown("# A `title`\n\nFirst *words*.\n\n## Next\n\n- one\n- two\n", "docs/a.md");
    assert.deepStrictEqual([page.title, page.description], ["A title", "First words."]);
    assert.deepStrictEqual(
      page.headings.map(({ anchor, level, text }) => [level, anchor, text]),
      [
        [1, "a-title", "First words."],
        [2, "next", "one two"]
      ]
    );
  });

  it("shows HTML as text, except for anchors, and omits comments", () => {
    assert.include(rendered("a <b>c</b>"), "&lt;b&gt;");
    assert.include(rendered('<a id="old"></a>\n\n## New'), '<a id="old">');
    assert.notInclude(rendered("<!-- not run: no reason -->\n\ntext"), "not run");
  });

  it("names the file of a code block", () => {
    assert.include(rendered("```tsx file=src/App.tsx\nlet a = 1;\n```"), "<figcaption>src/App.tsx</figcaption>");
  });
});

describe("highlighting", () => {
  const text = (code: string, language: string) => highlightCode(code, language).text.replace(/<\/?span[^>]*>/g, "");

  it.each(["ts", "sh", "json", "graphql", "sql", "html", "http", "yaml", "text"])(
    "keeps every character of %s",
    (language) => {
      fc.assert(
        fc.property(fc.string({ unit: fc.constantFrom(..."ab1 \"'`$#-/*<>={}[]()\\\n.:,") }), (code) => {
          assert.strictEqual(text(code, language), highlightCode(code, "text").text);
        })
      );
    }
  );

  it("marks keywords, strings and comments", () => {
    const { text: marked } = highlightCode('const a = "b"; // c', "ts");
    assert.include(marked, '<span class="t-keyword">const</span>');
    assert.include(marked, '<span class="t-string">&quot;b&quot;</span>');
    assert.include(marked, '<span class="t-comment">// c</span>');
  });
});
