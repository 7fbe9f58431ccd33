import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { subjectText } from "../../src/domain/label/LabelSubject.ts";
import { Takedowns } from "../../src/domain/label/Takedowns.ts";
import type { PropertyType } from "../../src/domain/lexicon/model/Collection.ts";
import { type AdminScope, RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type { Page } from "../../src/domain/record/query/RecordQuery.ts";
import { alice, bob, keysOf, operand, pageOf, recordOf, scalar, setOf } from "./recordIndexFixture.ts";

const collection = Nsid.make("test.contract.adminreads");

const addressed: PropertyType = { _tag: "Scalar", type: "string", format: "at-uri", knownValues: [] };
const properties = {
  text: scalar("string"),
  subject: addressed,
  others: { _tag: "List", item: addressed }
} as const satisfies Readonly<Record<string, PropertyType>>;

const first = recordOf(collection, "a", { text: "first" });
const second = recordOf(collection, "b", { text: "second", subject: first.uri });
const third = recordOf(collection, "c", { text: "third", others: [first.uri] }, { did: bob });
const fourth = recordOf(collection, "d", { text: "fourth" }, { did: bob });

/** Alice's second record is taken down, and Bob's account is not active. */
const hidden = Effect.gen(function* () {
  const index = yield* RecordIndex;
  const takedowns = yield* Takedowns;
  yield* index.define(setOf(collection, properties));
  yield* index.clear;
  for (const did of [alice, bob]) yield* index.show(did);
  for (const subject of yield* takedowns.list(null, 100)) yield* index.restore(subject);
  yield* index.putAll([first, second, third, fourth]);
  yield* index.takeDown({ subject: { _tag: "RecordSubject", did: alice, uri: second.uri }, until: null });
  yield* index.hide(bob, "deactivated");
  return index;
});

const rkey = { _tag: "MetaField", key: "rkey", meta: "rkey" } as const;

const keysIn = (scope: AdminScope, more: Partial<Page> = {}) =>
  Effect.flatMap(RecordIndex, (index) =>
    Effect.map(
      index.queryAsAdmin(pageOf(collection, [{ _tag: "Nodes", key: "nodes", selection: [rkey] }], more), [10], scope),
      (text) => Array.from(text.matchAll(/"rkey":"([^"]*)"/g), ([, key]) => key).join(" ")
    )
  );

const through = (via: readonly [string, ...ReadonlyArray<string | 0>]) =>
  Effect.flatMap(RecordIndex, (index) => {
    const page = pageOf(collection, [{ _tag: "TotalCount", key: "n" }]);
    const [root] = page.roots;
    if (root?._tag !== "PageRoot") return assert.fail("no page");
    return index.queryAsAdmin(
      pageOf(
        collection,
        [{ _tag: "Nodes", key: "nodes", selection: [{ _tag: "ReverseJoin", key: "by", via, page: root.page }] }],
        { where: { _tag: "Text", operand: operand("text", "string"), operator: "startsWith", value: parameterOne } }
      ),
      [10, "first"],
      "all"
    );
  });

const parameterOne = { _tag: "Parameter", index: 1 } as const;

/** What admins read of hidden records, and what they remove. */
export const recordIndexAdminReads = <E>(name: string, layer: Layer.Layer<RecordIndex | Takedowns, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`Reads of admins: ${name}`, (it) => {
    it.effect("reads all records, or only the hidden ones", () =>
      Effect.gen(function* () {
        yield* hidden;
        assert.strictEqual(yield* keysOf(collection, {}), "a");
        assert.strictEqual(yield* keysIn("all"), "d c b a");
        assert.strictEqual(yield* keysIn("hidden"), "d c b");
      })
    );

    it.effect("filters hidden records by their properties", () =>
      Effect.gen(function* () {
        yield* hidden;
        const where = { _tag: "IsNull", operand: operand("subject", "string"), negated: true } as const;
        assert.strictEqual(yield* keysIn("all", { where }), "b");
        assert.strictEqual(yield* keysIn("hidden", { where }), "b");
      })
    );

    it.effect("counts hidden records that refer to another one, in lists as well", () =>
      Effect.gen(function* () {
        yield* hidden;
        assert.strictEqual(yield* through(["subject"]), '{"page":{"nodes":[{"by":{"n":1}}]}}');
        assert.strictEqual(yield* through(["others", 0]), '{"page":{"nodes":[{"by":{"n":1}}]}}');
      })
    );

    it.effect("removes the records of an account, and nothing else", () =>
      Effect.gen(function* () {
        const index = yield* hidden;
        assert.strictEqual(yield* index.removeAccount(alice), 2);
        assert.strictEqual(yield* keysIn("all"), "d c");
        assert.strictEqual(yield* index.removeAccount(bob), 2);
        assert.strictEqual(yield* index.removeAccount(bob), 0);
        yield* index.put(third);
        assert.strictEqual(yield* keysOf(collection, {}), "");
        assert.strictEqual(yield* keysIn("hidden"), "c");
        assert.deepStrictEqual(yield* index.find(third.uri), Option.some(third));
        const left = yield* (yield* Takedowns).list(null, 10);
        assert.deepStrictEqual(left.map(subjectText), [second.uri]);
      })
    );
  });
