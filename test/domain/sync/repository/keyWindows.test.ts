import { assert, it } from "@effect/vitest";
import fc from "fast-check";
import type { CID } from "multiformats/cid";
import { addBlock, addTree, type Blocks } from "../../../../src/adapters/memory/pds/makeRepository.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { type KeyWindow, keyWindows, overlaps } from "../../../../src/domain/sync/repository/keyWindows.ts";
import { walkTree } from "../../../../src/domain/sync/repository/walkTree.ts";

// Their order is another with "/" at their ends.
const collections = [Nsid.make("a.b.c"), Nsid.make("a.b.c.d"), Nsid.make("a.b-c.d"), Nsid.make("a.b.d")];
const names = [...collections, "a.b.b", "a.b.cc", "z.z.z"];
const rkeys = fc.stringMatching(/^[a-c0-]{1,3}$/);
const keys = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom(...names), rkeys).map(([name, rkey]) => `${name}/${rkey}`),
    { maxLength: 80 }
  )
  .map((all) => all.toSorted());

const covers = ({ from, upTo }: KeyWindow, rkey: string): boolean =>
  (from === null || rkey >= from) && (upTo === null || rkey <= upTo);

const windowsOf = (blocks: Blocks, root: CID, size: number) => {
  const items = walkTree({
    root,
    read: (cid) => blocks.get(cid.toString()) ?? null,
    wants: (range) => collections.some((collection) => overlaps(collection, range))
  });
  return [...keyWindows(items, collections, size)].flatMap((step) => (step._tag === "Window" ? [step] : []));
};

it("windows cover each key of each collection once, and hold exactly the records that exist", () => {
  fc.assert(
    fc.property(keys, keys, fc.integer({ min: 1, max: 9 }), (sorted, others, size) => {
      const blocks: Blocks = new Map();
      const root = addTree(
        blocks,
        sorted.map((key) => [key, addBlock(blocks, { key })] as const)
      );
      const windows = windowsOf(blocks, root, size);
      for (const key of [...sorted, ...others]) {
        const [collection = "", rkey = ""] = key.split("/");
        const covering = windows.filter((window) => window.collection === collection && covers(window, rkey));
        assert.strictEqual(covering.length, collections.some((own) => own === collection) ? 1 : 0, key);
        for (const { entries } of covering)
          assert.strictEqual(
            entries.some((entry) => entry.rkey === rkey),
            sorted.includes(key),
            key
          );
      }
      assert.isTrue(windows.every(({ entries }) => entries.length <= size));
    }),
    { numRuns: 300 }
  );
});
