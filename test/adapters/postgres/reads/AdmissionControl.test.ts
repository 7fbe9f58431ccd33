import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AdmissionControl, type Release } from "../../../../src/adapters/postgres/reads/AdmissionControl.ts";
import { readConcurrency } from "../../../../src/adapters/postgres/reads/readConcurrency.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Who was let in, in order, and what each leaves by. */
const visitors = (turnstile: AdmissionControl) => {
  const inside: Array<string> = [];
  const leaves = new Map<string, Release>();
  const acquire = (names: string) => {
    for (const name of names) {
      turnstile.acquire((leave) => {
        inside.push(name);
        leaves.set(name, leave);
      });
    }
  };
  return { acquire, leave: (name: string) => leaves.get(name)?.(), inside: () => inside.join("") };
};

it("lets in as many as there are places, and the next in order when one leaves", () => {
  const { acquire, leave, inside } = visitors(new AdmissionControl(2));
  acquire("abcde");
  expect(inside()).toBe("ab");
  leave("b");
  leave("b");
  expect(inside()).toBe("abc");
  leave("a");
  leave("c");
  expect(inside()).toBe("abcde");
});

it("counts the slow no more from the moment that they are", () => {
  const { acquire, leave, inside } = visitors(new AdmissionControl(2));
  acquire("a");
  vi.advanceTimersByTime(20);
  acquire("bcdef");
  vi.advanceTimersByTime(29);
  expect(inside()).toBe("ab");
  vi.advanceTimersByTime(1);
  expect(inside()).toBe("abc");
  vi.advanceTimersByTime(20);
  expect(inside()).toBe("abcd");
  leave("a");
  leave("b");
  expect(inside()).toBe("abcd");
  leave("d");
  expect(inside()).toBe("abcde");
  vi.advanceTimersByTime(100);
  expect(inside()).toBe("abcdef");
});

it("lets in at once who comes to the slow", () => {
  const { acquire, inside } = visitors(new AdmissionControl(2));
  acquire("ab");
  vi.advanceTimersByTime(50);
  acquire("cde");
  expect(inside()).toBe("abcd");
});

it("leaves no timer behind when nobody waits", () => {
  const { acquire, leave } = visitors(new AdmissionControl(1));
  acquire("ab");
  leave("a");
  leave("b");
  vi.advanceTimersByTime(50);
  expect(vi.getTimerCount()).toBe(0);
});

it("lets everybody in once, in order, whoever leaves when", () => {
  const step = fc.oneof(
    fc.record({ _tag: fc.constant("acquire" as const) }),
    fc.record({ _tag: fc.constant("leave" as const), which: fc.nat(30) }),
    fc.record({ _tag: fc.constant("wait" as const), milliseconds: fc.nat(80) })
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 60 }), (places, steps) => {
      const turnstile = new AdmissionControl(places);
      const inside: Array<number> = [];
      const leaves: Array<Release> = [];
      let came = 0;
      for (const each of steps) {
        if (each._tag === "wait") vi.advanceTimersByTime(each.milliseconds);
        else if (each._tag === "leave") leaves[each.which]?.();
        else {
          const name = came;
          came += 1;
          turnstile.acquire((leave) => {
            inside.push(name);
            leaves.push(leave);
          });
        }
      }
      vi.advanceTimersByTime(50 * 60);
      expect(inside).toEqual(Array.from({ length: came }, (_, at) => at));
      vi.advanceTimersByTime(50);
      expect(vi.getTimerCount()).toBe(0);
    })
  );
});

it("gives a database on this machine two reads for each processor, and one elsewhere all connections", () => {
  const here = [
    "postgres://localhost/x",
    "postgres://u:p@127.0.0.1:5432/x",
    "postgres://[::1]/x",
    "postgresql:///x?host=%2Ftmp"
  ];
  expect(here.map((url) => [1, 2, 3, 16].map((processors) => readConcurrency(url, 10, processors)))).toEqual(
    here.map(() => [4, 4, 6, 10])
  );
  expect(readConcurrency("postgres://db.example.com/x", 10, 1)).toBe(10);
  expect(readConcurrency("postgres://postgres:5432/x", 10, 1)).toBe(10);
});
