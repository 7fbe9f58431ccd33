import * as fc from "fast-check";

/** Words that share beginnings, accents and cases, in several scripts. */
export const pieces = [
  "cat",
  "Cats",
  "CÁT",
  "catalogue",
  "dog",
  "l'amour",
  "example.com",
  "@alice.test",
  "#tag_one",
  "3.14",
  "Straße",
  "İzmir",
  "ёлка",
  "ЕЛКА",
  "Σίσυφος",
  "東京",
  "東京タワー",
  "学校",
  "ガッコウ",
  "ภาษาไทย",
  "น้ำ",
  "ភាសាខ្មែរ",
  "한국어",
  "مرحبا",
  "שָׁלוֹם",
  "हिन्दी",
  "👍🏽",
  "👍",
  "🇫🇷",
  "👩‍🚀",
  "❤️",
  "%_\\",
  "it's",
  "\u0000",
  "\ud800",
  "-"
];

const separators = [" ", " ", " ", "", ", ", "\n", ". ", "\u00a0", "\u202f", "'"];

/** A text of such words, and of anything else. */
export const textInManyScripts = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(...separators)), { maxLength: 8 })
      .map((parts) => parts.flat().join(""))
  },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) }
);

/** A search for such words: some quoted, some cut. */
export const searchInManyScripts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...pieces),
      fc.tuple(fc.constantFrom(...pieces), fc.nat(5)).map(([piece, length]) => piece.slice(0, length)),
      fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(...pieces)).map((two) => `"${two.join(" ")}"`),
      fc.constantFrom('"', "“")
    ),
    { minLength: 1, maxLength: 3 }
  )
  .map((parts) => parts.join(" "));
