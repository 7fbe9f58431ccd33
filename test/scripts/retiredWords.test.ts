import { assert, describe, it } from "vitest";
import { findRetiredWords } from "../../scripts/words/findRetiredWords.ts";
import { retiredWords } from "../../scripts/words/retiredWords.ts";

const found = (text: string) => findRetiredWords(text, retiredWords).map(({ word }) => word);

describe("findRetiredWords", () => {
  it.each([
    ["a phrase, in any case", "In force since May", ["In force"]],
    ["a phrase across the lines of a comment", " * It is written\n * down at once.", ["written down"]],
    ["a phrase across the lines of a line comment", "// nobody needs it any\n  // more", ["any more"]],
    ["a name", "const turnstile = makeTurnstile();", ["turnstile", "makeTurnstile"]],
    ["a name at the start of a longer one", "new SameReadsPostgres()", ["SameReadsPostgres"]],
    ["each use once, in the order of the text", "is told, under way, is told", ["is told", "under way", "is told"]]
  ])("finds %s", (_, text, words) => {
    assert.deepStrictEqual(found(text), words);
  });

  it.each(["enforced", "many more", "in forces", "inquired", "turnstiles", "cannot be told apart"])(
    "accepts %s",
    (text) => {
      assert.deepStrictEqual(found(text), []);
    }
  );

  it("reports the line and the column, counted from 1, and the word to use", () => {
    assert.deepStrictEqual(findRetiredWords("one\ntwo in force", retiredWords), [
      { line: 2, column: 5, word: "in force", instead: '"active"' }
    ]);
  });
});
