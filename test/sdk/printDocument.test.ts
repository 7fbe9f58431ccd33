import { readdirSync, readFileSync } from "node:fs";
import { parse } from "graphql";
import { expect, it } from "vitest";
import { printDocument } from "../../sdk/src/document/printDocument.ts";

const everything = `
query Everything($a: [Int!]! = [1, 2] @x, $b: In = {c: "d", e: [null, ENUM, 1.5e3, true]}) @live {
  alias: field(a: $a, b: $b, text: """block "quoted"
    text""", line: "a\\n\\"b\\"\\u00e9") @include(if: true) { ...Part @y ... on Other @z { id } ... { id } ... @skip(if: false) { id } }
}
fragment Part on Thing @f(a: 1) { id }
mutation { x }
subscription S { y(empty: {}, none: []) }`;

it("prints a text that parses to the same document, whatever it contains", () => {
  const folder = new URL("../queries/", import.meta.url);
  const queries = readdirSync(folder).filter((name) => name.endsWith(".graphql"));
  expect(queries.length).toBeGreaterThan(20);
  for (const text of [everything, ...queries.map((name) => readFileSync(new URL(name, folder), "utf8"))]) {
    const document = parse(text);
    const printed = printDocument(JSON.parse(JSON.stringify(document)));
    expect(withoutBlocks(parse(printed))).toEqual(withoutBlocks(document));
  }
});

/** Removes locations and the notation of strings, which do not matter for the content. */
const withoutBlocks = (document: object): unknown =>
  JSON.parse(JSON.stringify(document, (name, value) => (name === "loc" || name === "block" ? undefined : value)));

it("leaves text, and documents with a `toString`, unchanged", () => {
  expect(printDocument("{ x }")).toBe("{ x }");
  expect(printDocument(new String("{ y }"))).toBe("{ y }");
});
