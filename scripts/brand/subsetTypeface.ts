import { readFile } from "node:fs/promises";

/** Characters from one code point to another. */
const range = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** Latin with its extensions and Vietnamese, and the punctuation, arrows and signs of the pages. Other scripts have the fonts of the system. */
const characters = [
  range(0x20, 0x7e),
  range(0xa0, 0x17f),
  "ƠơƯưȘșȚțʼ",
  range(0x1ea0, 0x1ef9),
  "ẞ‐‑‒–—―‘’‚“”„†‡•…‰′″‹›⁄⁴⁵⁶€™",
  "←↑→↓↔↗↘↩⇧⌘⌥⌃⏎−×÷≈≠≤≥∞✓✗▸▾"
].join("");

/** Kerning, marks, digits of one width, forms beside capitals, and contextual forms. */
const features = ["kern", "mark", "mkmk", "ccmp", "locl", "calt", "tnum", "case"];

type Subset = (
  font: Uint8Array,
  text: string,
  options: {
    readonly targetFormat: "woff2";
    readonly variationAxes: Readonly<
      Record<string, number | { readonly min: number; readonly max: number; readonly default: number }>
    >;
    readonly keepFeatures: ReadonlyArray<string>;
    readonly noHinting: boolean;
  }
) => Promise<Uint8Array>;

/** The largest size of the typeface, in bytes. */
const limit = 60_000;

/** Returns the variable font, reduced to the characters and the weights (400 to 600) of the pages. */
export const subsetTypeface = async (subset: Subset, file: string): Promise<Uint8Array> => {
  const font = await subset(await readFile(file), characters, {
    targetFormat: "woff2",
    // The optical size of text. With the axis, the file would have half as many bytes again.
    variationAxes: { opsz: 14, wght: { min: 400, max: 600, default: 400 } },
    keepFeatures: features,
    noHinting: true
  });
  if (font.length > limit) throw new Error(`The typeface has ${font.length} bytes, more than ${limit}`);
  return font;
};
