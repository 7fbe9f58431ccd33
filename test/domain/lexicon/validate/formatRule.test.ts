import { expect, it } from "vitest";
import { formatRule } from "../../../../src/domain/lexicon/validate/formatRule.ts";

const kept = (format: string, texts: ReadonlyArray<string>) => texts.filter((text) => formatRule(format)?.keeps(text));

it.each([
  [
    "datetime",
    ["1985-04-12T23:20:50.123Z", "1985-04-12T23:20:50-01:45"],
    ["1985-04-12T23:20:50", "1985-04-12", "", "2026-02-30T00:00:00Z", "0000-01-01T00:00:00+01:00"]
  ],
  ["language", ["en", "pt-BR", "i-default", "X-fr-CH"], ["jaja", "JA", "ja-", "i", "", "a-DE"]],
  [
    "cid",
    ["bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a", "z7x3CtScH765HvShXT"],
    ["QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR", "baf", "b-fyreid2"]
  ],
  [
    "uri",
    ["https://example.com/ä", "content-type:text/plain"],
    ["https:", "https://a b", "1a:b", "https://example.com/\u0007", `https://${"x".repeat(8192)}`]
  ]
])("%s", (format, right, wrong) => {
  expect(kept(format, right)).toEqual(right);
  expect(kept(format, wrong)).toEqual([]);
});

it("other formats are validated by the library", () => {
  for (const format of ["did", "handle", "constructor", undefined]) expect(formatRule(format)).toBeUndefined();
});
