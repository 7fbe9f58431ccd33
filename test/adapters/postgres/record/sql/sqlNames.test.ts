import { describe, expect, it } from "vitest";
import { columnName, quoteText, tableName } from "../../../../../src/adapters/postgres/record/sql/sqlNames.ts";

const longest = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}.${"e".repeat(63)}`;

describe("sqlNames", () => {
  it("table names have fewer than 63 bytes, with room for the suffix of an index", () => {
    expect(tableName("app.bsky.feed.post")).toMatch(/^app_bsky_feed_post_[0-9a-f]{16}$/);
    expect(tableName(longest)).toHaveLength(57);
  });

  it("similar NSIDs have different names", () => {
    const names = ["a.b.c-d", "a.b-c.d", "a-b.c.d", longest, `${longest}x`, "a.b.cD", "a.b.cd"].map(tableName);
    expect(new Set(names).size).toBe(names.length);
  });

  it("similar properties have different columns", () => {
    const names = ["a", "A", "a b", "a_b", "a$b", 'a"b', "é", "x".repeat(48), "x".repeat(49), "x".repeat(50)].map(
      (name) => columnName("s", name)
    );
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^s[_$][A-Za-z0-9_]{1,48}$/);
  });

  it("a text of a Lexicon cannot end its literal", () => {
    expect(quoteText("'; drop table x; --")).toBe("'''; drop table x; --'");
  });
});
