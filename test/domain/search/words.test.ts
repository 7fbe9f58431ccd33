import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { foldWord } from "../../../src/domain/search/foldWord.ts";
import { maxWordLength, wordsOf, wordsText } from "../../../src/domain/search/words.ts";
import { textInManyScripts } from "./textInManyScripts.ts";

describe("words of a text", () => {
  it.each([
    ["Just setting up my account!", "just setting up my account"],
    ["CRÈME brûlée", "creme brulee"],
    ["Łódź, Malmø, Æther", "lodz malmo aether"],
    ["Straße STRASSE STRAẞE", "strasse strasse strasse"],
    ["İstanbul ISTANBUL ısı", "istanbul istanbul isi"],
    ["Ο Σίσυφος ΣΊΣΥΦΟΣ", "ο σισυφοσ σισυφοσ"],
    ["Ёлка ёлка", "елка елка"],
    ["l'amour, dell’arte, don't", "l amour dell arte don t"],
    ["3.14 1,000 v1.2", "3.14 1,000 v1.2"],
    ["https://example.com/foo-bar?x=1", "https example com foo bar x 1"],
    ["@alice.bsky.social", "alice bsky social"],
    ["#CatsOfBluesky #猫", "catsofbluesky 猫"],
    ["foo_bar __ a.b.", "foo bar a b"],
    ["東京タワーはとても高い", "東京タワー は とても 高い"],
    ["ﾊﾟｿｺﾝ パソコン ＨＥＬＬＯ", "パソコン パソコン hello"],
    ["ガッコウ カッコウ", "ガッコウ カッコウ"],
    ["ฉันรักภาษาไทย", "ฉัน รัก ภาษา ไทย"],
    ["น้ำ", "น้ํา"],
    ["ខ្ញុំស្រលាញ់ភាសាខ្មែរ", "ខ្ញុំ ស្រលាញ់ ភាសាខ្មែរ"],
    ["한국어를 배워요", "한국어를 배워요"],
    ["أَحْمَد احمد مـــرحبا", "احمد احمد مرحبا"],
    ["שָׁלוֹם שלום", "שלום שלום"],
    ["हिन्दी में", "हिन्दी में"],
    ["I ❤️ ❤ 👍🏽 👍 🇫🇷 👩‍🚀", "i ❤ ❤ 👍 👍 🇫🇷 👩🚀"],
    ["soft\u00adhyphen zero\u200bwidth", "softhyphen zero width"],
    ["... !? — $", ""],
    ["", ""]
  ])("%s: %s", (text, expected) => {
    assert.strictEqual(wordsOf(text).join(" "), expected);
  });

  it("fold to themselves, and have no spaces", () => {
    fc.assert(
      fc.property(textInManyScripts, (text) => {
        for (const word of wordsOf(text)) {
          assert.strictEqual(foldWord(word), word);
          assert.isNotEmpty(word);
          assert.isAtMost(word.length, maxWordLength);
          assert.notMatch(word, /[\s\p{Cc}]/u);
          assert.isTrue(word.isWellFormed());
        }
      }),
      { numRuns: 2_000 }
    );
  });

  it("are the same in every case, and in composed and decomposed form", () => {
    fc.assert(
      fc.property(textInManyScripts, (text) => {
        assert.strictEqual(wordsText(text.normalize("NFC")), wordsText(text.normalize("NFD")));
      })
    );
    assert.strictEqual(wordsText("Hello WORLD"), wordsText("hELLO world"));
  });

  it("are cut if they are long, and end where a text is too long", () => {
    assert.strictEqual(wordsOf("a".repeat(1_000))[0], "a".repeat(maxWordLength));
    const long = wordsText("word ".repeat(100_000));
    assert.isAtMost(long.length, 250_000);
    assert.match(long, /^(?: word)+ $/);
  });
});
