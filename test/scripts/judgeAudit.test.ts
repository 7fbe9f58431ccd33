import { assert, it } from "@effect/vitest";
import { acceptedAdvisories } from "../../scripts/audit/acceptedAdvisories.ts";
import { judgeAudit } from "../../scripts/audit/judgeAudit.ts";

const url = "https://advisories.example/GHSA-1";
const advisory = { source: 1, name: "parser", title: "Parses too much", url, severity: "high", range: "<2.0.0" };
/** In the form of npm 11: `framework` is affected by the advisory of `parser`. */
const report = {
  auditReportVersion: 2,
  vulnerabilities: { framework: { via: ["parser"] }, parser: { via: [advisory] } }
};
const accepted = { url, reason: "It is given no input of others.", until: "2027-01-31" };
const today = "2027-01-31";

it("finds each advisory once, whatever it affects", () => {
  assert.deepStrictEqual(judgeAudit(report, [], today), {
    _tag: "Audited",
    problems: [`parser <2.0.0, high: Parses too much (${url})`]
  });
});

it("accepts an advisory up to its last day", () => {
  assert.deepStrictEqual(judgeAudit(report, [accepted], today), { _tag: "Audited", problems: [] });
  const later = judgeAudit(report, [accepted], "2027-02-01");
  assert.deepStrictEqual(later, {
    _tag: "Audited",
    problems: [`parser <2.0.0, high: Parses too much (${url}); it was accepted until 2027-01-31`]
  });
});

it("names an accepted advisory that concerns no package", () => {
  const verdict = judgeAudit({ vulnerabilities: {} }, [accepted], today);
  assert.deepStrictEqual(verdict, {
    _tag: "Audited",
    problems: [`${url} is accepted, but concerns no package any more: remove it from acceptedAdvisories.ts`]
  });
});

it.each([
  [{ message: "405 Method Not Allowed", error: {} }, "405 Method Not Allowed"],
  [null, "npm audit printed no report"]
])("does not take a missing report for a good one", (output, reason) => {
  assert.deepStrictEqual(judgeAudit(output, [], today), { _tag: "NotAudited", reason });
});

it("accepts advisories with a reason and a day only", () => {
  for (const { reason, until } of acceptedAdvisories) {
    assert.isAbove(reason.length, 20);
    assert.match(until, /^\d{4}-\d\d-\d\d$/);
  }
});
