import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import { makePlanner } from "../../../../src/adapters/graphql/plan/makePlanner.ts";
import { buildApiSchema } from "../../../../src/adapters/graphql/schema/buildApiSchema.ts";
import { lexiconsOfDocuments } from "../../../domain/lexicon/lexiconsOf.ts";
import { showFilter } from "./planning.ts";

const properties = {
  count: { type: "integer", minimum: 0 },
  free: { type: "integer" },
  wide: { type: "integer", maximum: 2 ** 40 },
  inner: { type: "object", properties: { n: { type: "integer", maximum: 100 }, flag: { type: "boolean" } } }
};
const main = { type: "record", key: "tid", record: { type: "object", properties } };
const plan = makePlanner(buildApiSchema(lexiconsOfDocuments({ lexicon: 1, id: "a.b.c", defs: { main } })));

const shown = (where: string): unknown =>
  Either.match(plan({ document: `{ aBC(where: ${where}) { totalCount } }`, viewerDid: null }), {
    onLeft: ({ errors }) => errors.map(({ extensions, message }) => `${extensions.code}: ${message}`),
    onRight: (planned) => {
      const [root] = planned.kind === "query" ? (planned.query?.roots ?? []) : [];
      return root?._tag === "PageRoot" && planned.kind === "query"
        ? showFilter(root.page.where, planned.parameters)
        : null;
    }
  });

describe("conditions on integers", () => {
  it.each<[string, unknown]>([
    ["{ count: { gt: 5 } }", "count:integer gt 5"],
    [`{ count: { gt: "5" } }`, "count:integer gt 5"],
    [`{ count: { in: ["5", -6, "-7"] } }`, "count:integer in [5,-6,-7]"],
    [`{ inner: { n: { lte: "7" } } }`, "inner.n:integer lte 7"],
    ["{ inner: { flag: { ne: true } } }", "inner.flag:boolean ne true"],
    ["{ wide: { gt: 5000000000 } }", "wide:integer gt 5000000000"],
    ["{ wide: { in: [1, 5000000000] } }", "wide:integer in [1,5000000000]"],
    [`{ wide: { gt: "5" } }`, "wide:integer gt 5"],
    ["{ free: { gt: 5000000000 } }", "free:integer gt 5000000000"],
    ["{ free: { eq: -9007199254740991 } }", "free:integer eq -9007199254740991"]
  ])("%s", (where, expected) => {
    assert.deepStrictEqual(shown(where), expected);
  });

  it.each([
    [`{ count: { gt: "05" } }`, "GRAPHQL_VALIDATION_FAILED: Int cannot represent non-integer value"],
    [`{ count: { gt: "many" } }`, "GRAPHQL_VALIDATION_FAILED: Int cannot represent non-integer value"],
    ["{ count: { gt: 5000000000 } }", "GRAPHQL_VALIDATION_FAILED: Int cannot represent non 32-bit"],
    ["{ wide: { gt: 1.5 } }", "GRAPHQL_VALIDATION_FAILED: SafeInt must be a whole number"],
    [`{ wide: { gt: "05" } }`, "GRAPHQL_VALIDATION_FAILED: SafeInt must be a whole number"],
    ["{ free: { gt: 9007199254740993 } }", "SafeInt must be a whole number from"],
    ["{ free: { gt: true } }", "GRAPHQL_VALIDATION_FAILED: SafeInt must be a whole number"]
  ])("refuse %s", (where, expected) => {
    assert.include(String(shown(where)), expected);
  });
});
