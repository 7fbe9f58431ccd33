import { assert, describe, it } from "@effect/vitest";
import * as Schema from "effect/Schema";
import * as fc from "fast-check";
import { recordCollectionNames } from "../../../src/domain/api/recordCollectionNames.ts";
import { Nsid } from "../../../src/domain/atproto/Nsid.ts";

/** Few characters, so that names collide. */
const part = (characters: string, max: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: max });
const nsid = fc
  .tuple(part("aA-08", 4), part("abB-", 4), part("abB8", 4))
  .map((parts) => parts.join("."))
  .filter(Schema.is(Nsid));

const isEnumValue = (name: string): boolean => /^(?!__)[_A-Z][_0-9A-Z]*$/.test(name);

describe("values of RecordCollection", () => {
  it.each([
    ["app.bsky.feed.post", "APP_BSKY_FEED_POST"],
    ["fm.teal.alpha.feed.playStatus", "FM_TEAL_ALPHA_FEED_PLAYSTATUS"],
    ["com.my-site.thing", "COM_MY_SITE_THING"],
    ["0a.b.c", "_0A_B_C"]
  ])("%s is %s", (collection, expected) => {
    assert.deepStrictEqual([...recordCollectionNames([collection])], [[expected, collection]]);
  });

  it("tell NSIDs apart that differ in case or in a hyphen", () => {
    const names = recordCollectionNames(["a.b.fooBar", "a.b.foobar", "a-b.c.fooBar", "a.b.c.foobar", "a.b.other"]);
    assert.deepStrictEqual(Object.fromEntries(names), {
      A_B_FOOBAR__8: "a.b.fooBar",
      A_B_FOOBAR__0: "a.b.foobar",
      A_B_C_FOOBAR__2_10: "a-b.c.fooBar",
      A_B_C_FOOBAR__0: "a.b.c.foobar",
      A_B_OTHER: "a.b.other"
    });
  });

  it("map back to exactly their collections, and are values that GraphQL allows", () => {
    fc.assert(
      fc.property(fc.uniqueArray(nsid, { maxLength: 30 }), (nsids) => {
        const names = recordCollectionNames(nsids);
        assert.deepStrictEqual([...names.values()], nsids);
        assert.deepStrictEqual(
          [...names.keys()].filter((name) => !isEnumValue(name)),
          []
        );
      })
    );
  });

  it("never change their meaning when collections are added", () => {
    fc.assert(
      fc.property(fc.uniqueArray(nsid, { maxLength: 30 }), fc.nat(30), (nsids, count) => {
        const after = recordCollectionNames(nsids);
        for (const [name, before] of recordCollectionNames(nsids.slice(0, count)))
          if (after.has(name)) assert.strictEqual(after.get(name), before);
      })
    );
  });
});
