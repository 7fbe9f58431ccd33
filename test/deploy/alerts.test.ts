import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { assert, describe, it } from "@effect/vitest";

const text = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

const rules = text("deploy/prometheus/tidemark.rules.yml");
const alerts = [...rules.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name = ""]) => name);
const metrics = [...text("docs/metrics.md").matchAll(/^\| `([a-z_0-9]+)` \| (?:counter|gauge|histogram) \|/gm)].map(
  ([, name = ""]) => name
);

/** The names of metrics in expressions, without the suffixes of histograms. */
const usedIn = (expressions: string): ReadonlyArray<string> =>
  [...expressions.matchAll(/\b(?:tidemark|nodejs|process)_[a-z0-9_]+/g)].map(([name]) =>
    name.replace(/(?<=_seconds)_(?:bucket|sum|count)$/, "")
  );

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

describe("the alert rules", () => {
  it("each have a section of the runbook, in the same order", () => {
    assert.isAbove(alerts.length, 10);
    const sections = [...text("docs/runbook.md").matchAll(/^## (\w+)$/gm)].map(([, title]) => title);
    assert.deepStrictEqual(sections, alerts);
    const linked = [...rules.matchAll(/runbook: docs\/runbook\.md#(\w+)$/gm)].map(([, anchor]) => anchor);
    assert.deepStrictEqual(
      linked,
      alerts.map((name) => name.toLowerCase())
    );
  });

  it("and the dashboard use only metrics that exist", () => {
    for (const path of ["deploy/prometheus/tidemark.rules.yml", "deploy/grafana/tidemark.json"]) {
      const used = usedIn(text(path));
      assert.isAbove(used.length, 10);
      for (const name of used) assert.include(metrics, name, path);
    }
  });

  it("are tested one by one", () => {
    const tested = new Set(
      [...text("deploy/prometheus/tidemark.test.yml").matchAll(/alertname="(\w+)"/g)].map(([, name]) => name)
    );
    assert.sameMembers([...tested], alerts);
  });

  it.skipIf(!hasPromtool)("pass the tests of promtool", () => {
    const { status, stdout } = spawnSync("promtool", ["test", "rules", "deploy/prometheus/tidemark.test.yml"], {
      cwd: new URL("../..", import.meta.url),
      encoding: "utf8"
    });
    assert.strictEqual(status, 0, stdout);
  });
});
