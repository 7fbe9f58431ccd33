import { describe, expect, it } from "vitest";
import type { Json } from "../../../../src/domain/json/Json.ts";
import { maxReferenceLength, referenceUri, referent } from "../../../../src/domain/record/value/referenceUri.ts";

const uri = "at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3k2akuijs2c2s";
const long = `at://did:plc:${"a".repeat(maxReferenceLength)}/app.bsky.feed.post/3k2akuijs2c2s`;

describe("referenceUri", () => {
  it.each<[string, Json, string | null]>([
    ["an at-uri", uri, uri],
    ["a strongRef", { uri, cid: "bafy" }, uri],
    ["a strongRef within one", { uri: { uri } }, uri],
    ["an at-uri of a handle", uri.replace("did:plc:ewvi7nxzyoun6zhxrhs64oiz", "alice.example"), null],
    ["an at-uri of a collection", "at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post", null],
    ["one that is too long", long, null],
    ["a DID", "did:plc:ewvi7nxzyoun6zhxrhs64oiz", null],
    ["a list", [uri], null],
    ["null", null, null]
  ])("of %s", (_, value, expected) => {
    expect(referenceUri(value)).toBe(expected);
  });
});

describe("referent", () => {
  it.each<[Json, string | null]>([
    ["did:plc:ewvi7nxzyoun6zhxrhs64oiz", "did:plc:ewvi7nxzyoun6zhxrhs64oiz"],
    [{ uri }, uri],
    [{ uri: "did:plc:ewvi7nxzyoun6zhxrhs64oiz" }, null],
    [`did:plc:${"a".repeat(maxReferenceLength)}`, null],
    ["alice.example", null]
  ])("%j", (value, expected) => {
    expect(referent(value)).toBe(expected);
  });
});
