import { execFileSync, spawnSync } from "node:child_process";
import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { prometheusText } from "../../../../src/adapters/http/metrics/prometheusText.ts";
import { counter, gauge, type MetricFamily } from "../../../../src/application/metrics/MetricFamily.ts";

const families: ReadonlyArray<MetricFamily> = [
  gauge("one_seconds", 'A line\nbreak, a \\ and a "quote".', [{ labels: {}, value: 0.25 }]),
  counter("two_total", "Two.", [
    { labels: { name: 'a"b\\c\nd' }, value: 3 },
    { labels: { name: "é", kind: "x" }, value: 1e21 }
  ]),
  {
    _tag: "Histogram",
    name: "three_seconds",
    help: "Three.",
    distributions: [
      {
        labels: { kind: "x" },
        buckets: [
          [0.1, 1],
          [1, 2]
        ],
        count: 4,
        sum: 7.5
      }
    ]
  },
  counter("four_total", "Nothing happened yet.", [])
];

const expected = `# HELP one_seconds A line\\nbreak, a \\\\ and a "quote".
# TYPE one_seconds gauge
one_seconds 0.25
# HELP two_total Two.
# TYPE two_total counter
two_total{name="a\\"b\\\\c\\nd"} 3
two_total{name="é",kind="x"} 1e+21
# HELP three_seconds Three.
# TYPE three_seconds histogram
three_seconds_bucket{kind="x",le="0.1"} 1
three_seconds_bucket{kind="x",le="1"} 2
three_seconds_bucket{kind="x",le="+Inf"} 4
three_seconds_sum{kind="x"} 7.5
three_seconds_count{kind="x"} 4
# HELP four_total Nothing happened yet.
# TYPE four_total counter
`;

/** The value of a label as the format defines it: with backslash, quote and line break escaped. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\(["\\n])/g, (_, character) => (character === "n" ? "\n" : character));

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

describe("prometheusText", () => {
  it("writes families in the text format", () => {
    assert.strictEqual(prometheusText(families), expected);
  });

  it("writes every value of a label on one line, and so that it can be read back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const [, , line = "", ...rest] = prometheusText([gauge("a", "A.", [{ labels: { name }, value: 1 }])]).split(
          "\n"
        );
        assert.deepStrictEqual(rest, [""]);
        assert.strictEqual(unescaped(/^a\{name="(.*)"\} 1$/s.exec(line)?.[1] ?? "no match"), name);
      })
    );
  });

  it.skipIf(!hasPromtool)("writes what promtool accepts", () => {
    assert.strictEqual(execFileSync("promtool", ["check", "metrics"], { input: expected, encoding: "utf8" }), "");
  });
});
