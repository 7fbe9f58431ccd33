import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as fc from "fast-check";
import { matchesSearch, searchRank } from "../../../src/domain/search/matchesSearch.ts";
import { parseSearch } from "../../../src/domain/search/parseSearch.ts";
import { wordsOf, wordsText } from "../../../src/domain/search/words.ts";
import { searchInManyScripts, textInManyScripts } from "./textInManyScripts.ts";

const needles = (search: string) => Either.getOrThrow(parseSearch(search));
const matches = (text: string, search: string): boolean => matchesSearch(wordsText(text), needles(search));
const rank = (text: string, search: string): number => searchRank(wordsText(text), needles(search));

describe("a search", () => {
  it.each([
    ["Cat", [" cat"]],
    ["cat dog", [" cat ", " dog"]],
    ["cat dog ", [" cat ", " dog"]],
    ['"cat dog"', [" cat dog "]],
    ['"cat dog" mo', [" cat dog ", " mo"]],
    ['mo "cat dog"', [" mo ", " cat dog "]],
    ['mo "cat do', [" mo ", " cat do"]],
    ["“cat dog”", [" cat dog "]],
    ['"cat"', [" cat "]],
    ["cat cat", [" cat ", " cat"]],
    ["cat! ...", [" cat"]]
  ])("%s", (search, expected) => {
    assert.deepStrictEqual(needles(search), expected);
  });

  it.each([
    ["", "no-words"],
    ["  ", "no-words"],
    ['""', "no-words"],
    ["?!", "no-words"],
    ["a".repeat(1_001), "too-long"],
    ["a ".repeat(33), "too-many-words"]
  ] as const)("%j is refused: %s", (search, reason) => {
    assert.deepStrictEqual(parseSearch(search), Either.left(reason));
  });

  it.each([
    ["The cat sat", "cat the", true],
    ["The cat sat", "sat ca", true],
    ["The cat sat", "ca sat", false],
    ["The cat sat", '"cat sat"', true],
    ["The cat sat", '"sat cat"', false],
    ["The cat sat", '"the sat"', false],
    ["The cat sat", '"cat sa"', false],
    ["The cat sat", '"cat sa', true],
    ["The cat sat", "dog", false],
    ["Crème brûlée", "BRULEE creme", true],
    ["東京タワーは高い", "東京", true],
    ["ฉันรักภาษาไทย", "ภาษา รัก", true]
  ])("in %j for %j: %s", (text, search, expected) => {
    assert.strictEqual(matches(text, search), expected);
  });

  it("is ranked by the different words that match", () => {
    assert.strictEqual(rank("cat", "ca"), 1);
    assert.strictEqual(rank("cat car Cat care", "ca"), 3);
    assert.strictEqual(rank("cat dog", "cat do"), 2);
    assert.strictEqual(rank("cat cats dog", '"dog" cat'), 3);
    assert.strictEqual(rank("cat cats", '"cat"'), 1);
  });

  it("finds a text by any of its words, by the beginning of one, and by all in order", () => {
    fc.assert(
      fc.property(textInManyScripts, fc.nat(), fc.nat(), (text, at, length) => {
        const words = wordsOf(text).slice(0, 32);
        const word = words[at % Math.max(1, words.length)];
        if (word === undefined) return;
        const cut = [...word].slice(0, 1 + (length % word.length)).join("");
        const stored = wordsText(text);
        assert.isTrue(matchesSearch(stored, [` ${word} `]));
        assert.isTrue(matchesSearch(stored, [` ${cut}`]));
        assert.isTrue(matchesSearch(stored, [` ${words.join(" ")} `]));
      })
    );
  });

  it("finds only texts with at least as many different words as its rank", () => {
    fc.assert(
      fc.property(textInManyScripts, searchInManyScripts, (text, search) => {
        const parsed = parseSearch(search);
        if (Either.isLeft(parsed) || !matchesSearch(wordsText(text), parsed.right)) return;
        const found = searchRank(wordsText(text), parsed.right);
        assert.isAtLeast(found, 1);
        assert.isAtMost(found, new Set(wordsOf(text)).size);
      })
    );
  });
});
