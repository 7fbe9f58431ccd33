import { assert, it } from "@effect/vitest";
import { bytesInWords, latencyInWords, shareInWords } from "../../../ui/src/sections/health/figures.ts";

it.each([
  [null, "—"],
  [0.05, "0.1 ms"],
  [1.24, "1.2 ms"],
  [47.6, "48 ms"],
  [999, "999 ms"],
  [1_500, "1.5 s"]
] as const)("a latency of %s is %s", (milliseconds, text) => assert.strictEqual(latencyInWords(milliseconds), text));

it.each([
  [0, 0, "0 %"],
  [0, 10, "0 %"],
  [1, 100_000, "< 0.1 %"],
  [1, 200, "0.5 %"],
  [1, 3, "33 %"],
  [3, 3, "100 %"]
] as const)("%i of %i is %s", (part, whole, text) => assert.strictEqual(shareInWords(part, whole), text));

it.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_000, "1.0 kB"],
  [123_456, "123 kB"],
  [11_800_000, "11.8 MB"],
  [2e15, "2,000 TB"]
] as const)("%i bytes are %s", (bytes, text) => assert.strictEqual(bytesInWords(bytes), text));
