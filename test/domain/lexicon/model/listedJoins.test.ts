import { assert, describe, it } from "@effect/vitest";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { joinsOf } from "../../../../src/domain/lexicon/model/Join.ts";
import type { LexiconSet } from "../../../../src/domain/lexicon/model/LexiconSet.ts";
import { listedJoinLimit, listedJoins } from "../../../../src/domain/lexicon/model/listedJoins.ts";
import { runsOf } from "../../../support/runsOf.ts";
import { lexiconsOfDocuments } from "../lexiconsOf.ts";
import { manyLexicons } from "../manyLexicons.ts";
import { startingLexicons } from "../startingLexicons.ts";

const counted = (set: LexiconSet): number =>
  set.collections.reduce((sum, { nsid }) => sum + listedJoins(set)(nsid).length, 0);

const allOf = ({ collections, objects }: LexiconSet): number =>
  joinsOf(collections, objects).length * collections.length;

const ofOneAuthority = (collections: number): LexiconSet =>
  lexiconsOfDocuments(
    ...Array.from({ length: collections }, (_, place) => ({
      lexicon: 1,
      id: `org.example.note${place}`,
      defs: { main: { type: "record", key: "tid", record: { type: "object", properties: {} } } }
    }))
  );

/** As many as list all joins, in one of which records point at others in a list. */
const withList = (): LexiconSet =>
  lexiconsOfDocuments(...ofOneAuthority(69).documents, {
    lexicon: 1,
    id: "org.example.bundle",
    defs: {
      main: {
        type: "record",
        key: "tid",
        record: {
          type: "object",
          properties: { subjects: { type: "array", items: { type: "string", format: "at-uri" } } }
        }
      }
    }
  });

describe("the joins that record types list", () => {
  it.each([
    ["the starting Lexicons", startingLexicons],
    ["30 collections", manyLexicons(30)],
    ["70 collections of one authority", ofOneAuthority(70)],
    ["as many, with joins through a list, which are not counted", withList()]
  ])("are all of them in %s", (_, set) => {
    assert.strictEqual(counted(set), allOf(set));
  });

  it("are those of the same authority in a large set", () => {
    const set = manyLexicons(160);
    const listed = listedJoins(set)(Nsid.make("net.app0.feed.like"));
    assert.isNotEmpty(listed);
    for (const { collection } of listed) assert.match(collection.nsid, /^net\.app0\./);
    assert.isAtMost(counted(set), listedJoinLimit);
  });

  it("are none if one authority has too many", () => {
    assert.strictEqual(counted(ofOneAuthority(71)), 0);
  });

  it("never exceed the limit", () => {
    // The largest come first, and are left out by `npm run check`.
    const sizes = [1, 40, 41, 80, 120, 200, 320];
    for (const collections of sizes.slice(0, 2 + runsOf(sizes.length)))
      assert.isAtMost(counted(manyLexicons(collections)), listedJoinLimit, `${collections} collections`);
  });
});
