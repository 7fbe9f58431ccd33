import { describe, expect, it } from "vitest";
import { accessesOf, verdictOf } from "../../../scripts/growth/judgeStatement.ts";

const posts = `tidemark_records."test_feed_post_4daa9166f139bf2e"`;

const reading = (table: string, condition: string): string =>
  `  select t.uri\n  from ${table} t\n${condition === "" ? "" : `  where ${condition}\n`}  limit 1`;

const reachOf = (condition: string) => accessesOf(reading(posts, condition)).map(({ reach }) => reach);

describe("a statement with Citus", () => {
  it.each([
    ["t.did = $1::text", "named"],
    ["t.uri = $1::text", "named"],
    ["t.uri = 'at://' || r.c3 || '/test.actor.profile/self'", "same-author"],
    ["t.did = p.c3", "from-rows"],
    ["split_part(p.c3, '/', 4) = 'test.feed.post' and t.uri = p.c3", "from-rows"],
    [`t."r_subject" = p.c1`, "all-for-rows"],
    [`t."s_lang" = $1::text`, "all"],
    ["", "all"]
  ])("finds rows where %s by %s", (condition, reach) => expect(reachOf(condition)).toEqual([reach]));

  it("finds references from lists by what they refer to", () => {
    const refs = `tidemark_records."test_feed_post_4daa9166f139bf2e_refs"`;
    const sql = `      from (
        select x.target
        from ${refs} x join ${posts} r on r.uri = x.uri
        where x.path = -84
      ) t
      where t.target = p.c1`;
    expect(accessesOf(sql)).toEqual([
      { table: "references of feed_post", reach: "all-for-rows" },
      { table: "records of feed_post", reach: "same-author" }
    ]);
  });

  it("refuses to judge what it does not know", () => {
    expect(() => accessesOf(`from ${posts} t, ${posts} u`)).toThrow("in a way that is not known");
  });

  it("is as expensive as its most expensive part", () => {
    const of = (...reaches: ReadonlyArray<"named" | "all" | "from-rows" | "all-for-rows" | "everywhere">) =>
      verdictOf(reaches.map((reach) => ({ table: "records", reach })));
    expect(of("named", "everywhere")).toBe("one-shard");
    expect(of("named", "all")).toBe("all-shards");
    expect(of("all", "from-rows")).toBe("steps");
    expect(of("from-rows", "all-for-rows")).toBe("steps-over-all");
  });
});
