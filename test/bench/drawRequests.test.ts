import { assert, describe, it } from "@effect/vitest";
import { dataSet } from "../../bench/reads/dataSet.ts";
import { drawRequests } from "../../bench/reads/drawRequests.ts";
import { type Query, queries } from "../../bench/reads/queries.ts";

const data = dataSet(2_000, 300);
const draw = { pool: 256, seed: 1 };

const queryOf = (name: string): Query => {
  const found = queries.find((query) => query.name === name);
  if (found === undefined) throw new Error(`There is no query ${name}`);
  return found;
};

const placeOf = (uri: string | null): number => {
  for (let at = 0; at < data.posts.length; at += 1)
    if (data.posts.at(at).uri === uri) return 1 - (at + 1) / data.posts.length;
  throw new Error(`There is no post ${uri}`);
};

describe("unique requests", () => {
  it.each(queries)("of $name are all different", (query) => {
    const drawn = drawRequests(query, "unique", data, draw);
    assert.strictEqual(new Set(drawn.map((request) => JSON.stringify(request))).size, drawn.length);
    assert.strictEqual(drawn.length, query.name === "deep" ? 40 : draw.pool);
  });

  it("of deep pages begin behind about 90 % of all posts", () => {
    const places = drawRequests(queryOf("deep"), "unique", data, draw).map(({ after }) => placeOf(after));
    assert.isTrue(places.every((place) => place > 0.88 && place < 0.92));
  });

  it("are the same for the same seed only", () => {
    const drawn = (seed: number) => drawRequests(queryOf("flat"), "unique", data, { ...draw, seed });
    assert.deepStrictEqual(drawn(1), drawn(1));
    assert.notDeepEqual(drawn(1), drawn(2));
  });
});

describe("shared requests", () => {
  it.each([
    { name: "flat", count: 1 },
    { name: "filter", count: 20 },
    { name: "author", count: 1 }
  ])("of $name are $count", ({ count, name }) => {
    assert.strictEqual(drawRequests(queryOf(name), "shared", data, draw).length, count);
  });

  it("of the deep page begin in one place", () => {
    const [request] = drawRequests(queryOf("deep"), "shared", data, draw);
    assert.closeTo(placeOf(request?.after ?? null), 0.9, 0.001);
  });
});
