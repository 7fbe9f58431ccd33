import { assert, describe, it } from "@effect/vitest";
import * as Schema from "effect/Schema";
import * as fc from "fast-check";
import { initialWatch, type RefusalChange, RefusalWatch, total } from "../../../src/domain/webhook/RefusalWatch.ts";
import { type RefusalSignal, watchRefusals, waveRules } from "../../../src/domain/webhook/watchRefusals.ts";
import { runsOf } from "../../support/runsOf.ts";

const start = Date.parse("2026-03-01T10:00:00.000Z");
const minute = 60_000;

interface Draft {
  readonly kind: RefusalSignal["kind"];
  readonly id: string;
  readonly pause: number;
  readonly reason: string | null;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  kind: fc.constantFrom("client", "address"),
  id: fc.constantFrom("a", "b", "c"),
  // Mostly bursts, with an occasional quiet time.
  pause: fc.oneof({ weight: 30, arbitrary: fc.nat(20_000) }, { weight: 1, arbitrary: fc.nat(20 * minute) }),
  reason: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("access-denied", "expired", "constructor") },
    { weight: 1, arbitrary: fc.constant(null) }
  )
});

const signals = fc.array(draft, { maxLength: 250 }).map((drafts) => {
  let at = start;
  return drafts.map(({ id, kind, pause, reason }, index): RefusalSignal => {
    at += pause;
    return { kind, id, at, eventId: `e${index}`, reason };
  });
});

const stored = Schema.parseJson(RefusalWatch);
const reread = (watch: RefusalWatch): RefusalWatch => Schema.decodeSync(stored)(Schema.encodeSync(stored)(watch));

const endOf = (all: ReadonlyArray<RefusalSignal>): number => (all.at(-1)?.at ?? start) + 30 * minute;

const of = (kind: RefusalSignal["kind"], count: number, every: number, from = start): ReadonlyArray<RefusalSignal> =>
  Array.from({ length: count }, (_, index) => ({
    kind,
    id: "a",
    at: from + index * every,
    eventId: `${kind}${from}-${index}`,
    reason: "expired"
  }));

const summary = (changes: ReadonlyArray<RefusalChange>) =>
  changes.map(({ endedAt, refused }) => [endedAt === null ? "started" : "ended", total(refused)]);

describe("waves of refusals", () => {
  it("start at the limit, and end when it is quiet", () => {
    const before = watchRefusals(initialWatch, of("client", 19, 10_000), null);
    assert.deepStrictEqual(before.changes, []);
    const all = of("client", 25, 10_000);
    const started = watchRefusals(initialWatch, all, null);
    assert.deepStrictEqual(summary(started.changes), [["started", 20]]);
    const last = all.at(-1)?.at ?? start;
    assert.deepStrictEqual(watchRefusals(started.watch, [], last + 5 * minute).changes, []);
    const ended = watchRefusals(started.watch, [], last + 11 * minute);
    assert.deepStrictEqual(summary(ended.changes), [["ended", 25]]);
    assert.deepStrictEqual(ended.watch, initialWatch);
  });

  it("are one message for the start and one for the end, however long they last", () => {
    const day = of("client", 24 * 60 * 6, 10_000);
    const { changes } = watchRefusals(initialWatch, day, endOf(day));
    assert.deepStrictEqual(summary(changes), [
      ["started", 20],
      ["ended", day.length]
    ]);
  });

  it("do not start where few refusals are spread over hours", () => {
    const rare = of("client", 500, 2 * minute);
    assert.deepStrictEqual(watchRefusals(initialWatch, rare, endOf(rare)).changes, []);
  });

  it("do not start for an app that is used by many more", () => {
    const busy = of("client", 30, 5_000).flatMap((refusal) => [
      ...Array.from({ length: 5 }, () => ({ ...refusal, reason: null })),
      refusal
    ]);
    assert.deepStrictEqual(watchRefusals(initialWatch, busy, endOf(busy)).changes, []);
  });

  it("are limited in number, and so are the clients that are counted", () => {
    const many = Array.from({ length: 3_000 }, (_, id) =>
      of("address", 10, 10).map((signal) => ({ ...signal, id: `${id}`, eventId: `${id} ${signal.eventId}` }))
    ).flat();
    const { changes, watch } = watchRefusals(initialWatch, many, null);
    assert.strictEqual(changes.length, waveRules.open);
    assert.strictEqual(watch.watched.length, waveRules.watched);
    assert.strictEqual(watch.watched.filter(({ wave }) => wave !== null).length, waveRules.open);
  });

  it("alternate between start and end, with enough refusals at the start, and all end", () => {
    fc.assert(
      fc.property(signals, (all) => {
        const { changes, watch } = watchRefusals(initialWatch, all, endOf(all));
        const open = new Map<string, RefusalChange>();
        for (const change of changes) {
          const key = `${change.kind} ${change.id}`;
          const before = open.get(key);
          if (change.endedAt === null) {
            assert.isUndefined(before);
            assert.isAtLeast(total(change.refused), waveRules.start[change.kind]);
            open.set(key, change);
          } else {
            assert.strictEqual(before?.waveId, change.waveId);
            assert.isAtLeast(total(change.refused), total(before?.refused ?? {}));
            assert.isAbove(change.endedAt, change.startedAt);
            open.delete(key);
          }
        }
        assert.strictEqual(open.size, 0);
        assert.deepStrictEqual(watch, initialWatch);
      }),
      { numRuns: runsOf(500) }
    );
  });

  it("are the same wherever the log is read in pieces, and however often it is read again from a stored state", () => {
    fc.assert(
      fc.property(signals, fc.array(fc.nat(250), { maxLength: 8 }), (all, cuts) => {
        const whole = watchRefusals(initialWatch, all, endOf(all));
        const bounds = [0, ...cuts.filter((cut) => cut < all.length).toSorted((one, other) => one - other), all.length];
        let watch = initialWatch;
        const changes: RefusalChange[] = [];
        for (const [index, from] of bounds.entries()) {
          const piece = all.slice(from, bounds[index + 1] ?? from);
          const read = watchRefusals(watch, piece, null);
          changes.push(...read.changes);
          watch = reread(read.watch);
        }
        changes.push(...watchRefusals(watch, [], endOf(all)).changes);
        assert.deepStrictEqual(changes, [...whole.changes]);
      }),
      { numRuns: runsOf(500) }
    );
  });
});
