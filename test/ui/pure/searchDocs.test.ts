import { assert, describe, it } from "@effect/vitest";
import type { SearchEntry } from "../../../src/domain/documentation/SearchEntry.ts";
import { searchDocs } from "../../../ui/docs/searchDocs.ts";

const index: ReadonlyArray<SearchEntry> = [
  {
    path: "/docs/apps",
    title: "Writing an app",
    section: "Build an app",
    parts: [
      ["", "Writing an app", "An app logs users in."],
      ["write-a-record", "Write a record", "Call createXyzStatusphereStatus with the token of the user."],
      ["upload-a-blob", "Upload a blob", "An image is a blob. Records refer to it."]
    ]
  },
  {
    path: "/docs/operations",
    title: "Operations",
    section: "Run an instance",
    parts: [
      ["", "Operations", "How to run an instance."],
      ["change-the-public-url", "Change the public URL", "Set EXTERNAL_BASE_URL and EXTERNAL_BASE_URL_BEFORE."]
    ]
  }
];

const hrefs = (query: string) => searchDocs(index, query).map(({ href }) => href);

describe("the search of the documentation", () => {
  it.each([
    ["blob", "/docs/apps#upload-a-blob"],
    ["upl", "/docs/apps#upload-a-blob"],
    ["operations", "/docs/operations"],
    ["external_base_url", "/docs/operations#change-the-public-url"],
    ["StatusphereStatus", "/docs/apps#write-a-record"],
    ["write record", "/docs/apps#write-a-record"]
  ])("finds %s", (query, first) => {
    assert.strictEqual(hrefs(query)[0], first);
  });

  it("prefers headings to text", () => {
    assert.deepStrictEqual(hrefs("record"), ["/docs/apps#write-a-record", "/docs/apps#upload-a-blob"]);
  });

  it("requires every word", () => {
    assert.deepStrictEqual(hrefs("blob operations"), []);
  });

  it.each(["", "  ", "?!"])("finds nothing for %j", (query) => {
    assert.deepStrictEqual(hrefs(query), []);
  });

  it("quotes the text around the word", () => {
    const [found] = searchDocs(index, "EXTERNAL_BASE_URL");
    assert.include(found?.excerpt ?? "", "EXTERNAL_BASE_URL");
  });
});
