import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { ProcessCounters } from "../../../src/application/health/HealthCounters.ts";
import { HostCounters, maxHosts } from "../../../src/application/health/HostCounters.ts";
import { sumCalls, sumRequests } from "../../../src/domain/health/HealthMinute.ts";
import { requestKinds } from "../../../src/domain/health/RequestKind.ts";
import { requestOutcomes } from "../../../src/domain/health/RequestOutcome.ts";
import { CallFailureReason, failedCalls, otherHosts } from "../../../src/domain/health/ServerCalls.ts";

const noon = Date.parse("2026-11-28T12:00:00.000Z");
const minute = 60_000;

const total = (all: ReadonlyArray<{ readonly calls: number }>) => all.reduce((sum, { calls }) => sum + calls, 0);

describe("ProcessCounters", () => {
  it("counts every request in the minute in which it ended", () => {
    const request = fc.tuple(fc.constantFrom(...requestKinds), fc.constantFrom(...requestOutcomes), fc.nat(3));
    fc.assert(
      fc.property(fc.array(request), (requests) => {
        const counters = new ProcessCounters();
        const inOrder = requests.toSorted(([, , a], [, , b]) => a - b);
        for (const [kind, outcome, at] of inOrder) counters.countRequest(kind, outcome, 1, noon + at * minute);
        for (const { minute: start, requests: counted } of counters.unreported) {
          const expected = inOrder.filter(([, , at]) => noon + at * minute === start);
          for (const kind of requestKinds)
            for (const outcome of requestOutcomes)
              assert.strictEqual(
                counted[kind]?.[outcome] ?? 0,
                expected.filter(([k, o]) => k === kind && o === outcome).length
              );
        }
      })
    );
  });

  it("forgets the minutes that were over when they were reported", () => {
    const counters = new ProcessCounters();
    counters.countRequest("token", "ok", 1, noon);
    counters.countRequest("token", "ok", 1, noon + minute);
    counters.forget(noon + minute + 5);
    assert.deepStrictEqual(
      counters.unreported.map((each) => each.minute),
      [noon + minute]
    );
    counters.countRequest("token", "ok", 1, noon + minute + 10);
    assert.strictEqual(sumRequests(counters.unreported).get("token")?.ok, 2);
  });

  it("keeps at most an hour that could not be reported", () => {
    const counters = new ProcessCounters();
    for (let at = 0; at < 200; at += 1) counters.countRequest("token", "ok", 1, noon + at * minute);
    assert.lengthOf(counters.unreported, 60);
  });

  it("continues the current minute when the clock is set back", () => {
    const counters = new ProcessCounters();
    counters.countRequest("token", "ok", 1, noon + minute);
    counters.countRequest("token", "ok", 1, noon);
    assert.deepStrictEqual(
      counters.unreported.map((each) => each.minute),
      [noon + minute]
    );
  });
});

describe("HostCounters", () => {
  const call = fc.tuple(
    fc.nat(3 * maxHosts).map((each) => `pds${each}.example.com`),
    fc.option(fc.constantFrom(...CallFailureReason.literals))
  );

  it("loses no call, however many hosts are called", () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 2_000 }), (calls) => {
        const counters = new HostCounters();
        for (const [host, failure] of calls) counters.count(host, failure, noon);
        const counted = Object.values(counters.snapshot());
        assert.isAtMost(counted.length, maxHosts + 1);
        assert.strictEqual(total(counted), calls.length);
        assert.strictEqual(
          counted.reduce((sum, each) => sum + failedCalls(each), 0),
          calls.filter(([, failure]) => failure !== null).length
        );
      }),
      { numRuns: 30 }
    );
  });

  it("keeps a host that fails when hosts that do not fail exceed the limit", () => {
    const counters = new ProcessCounters();
    counters.countCall("failing.example.com", "timeout", noon);
    for (let at = 0; at < 1_000; at += 1) counters.countCall(`pds${at}.example.com`, null, noon);
    const calls = sumCalls(counters.unreported);
    assert.deepStrictEqual(calls.get("failing.example.com")?.lastFailure, { reason: "timeout", at: noon });
    assert.strictEqual(calls.get(otherHosts)?.calls, 801);
  });
});
