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

/** Starts tasks with one-letter names, and records them in the order in which they were admitted. */
const tasksOf = (admission: AdmissionControl) => {
  const admitted: Array<string> = [];
  const releases = new Map<string, Release>();
  const acquire = (names: string) => {
    for (const name of names) {
      admission.acquire((release) => {
        admitted.push(name);
        releases.set(name, release);
      });
    }
  };
  return { acquire, end: (name: string) => releases.get(name)?.(), admitted: () => admitted.join("") };
};

it("admits as many tasks as there are permits, and the next in order when one ends", () => {
  const { acquire, end, admitted } = tasksOf(new AdmissionControl(2));
  acquire("abcde");
  expect(admitted()).toBe("ab");
  end("b");
  end("b");
  expect(admitted()).toBe("abc");
  end("a");
  end("c");
  expect(admitted()).toBe("abcde");
});

it("no longer counts a task from the moment when it is slow", () => {
  const { acquire, end, admitted } = tasksOf(new AdmissionControl(2));
  acquire("a");
  vi.advanceTimersByTime(20);
  acquire("bcdef");
  vi.advanceTimersByTime(29);
  expect(admitted()).toBe("ab");
  vi.advanceTimersByTime(1);
  expect(admitted()).toBe("abc");
  vi.advanceTimersByTime(20);
  expect(admitted()).toBe("abcd");
  end("a");
  end("b");
  expect(admitted()).toBe("abcd");
  end("d");
  expect(admitted()).toBe("abcde");
  vi.advanceTimersByTime(100);
  expect(admitted()).toBe("abcdef");
});

it("admits a task at once if all others are slow", () => {
  const { acquire, admitted } = tasksOf(new AdmissionControl(2));
  acquire("ab");
  vi.advanceTimersByTime(50);
  acquire("cde");
  expect(admitted()).toBe("abcd");
});

it("has no timer while no task waits", () => {
  const { acquire, end } = tasksOf(new AdmissionControl(1));
  acquire("ab");
  end("a");
  end("b");
  vi.advanceTimersByTime(50);
  expect(vi.getTimerCount()).toBe(0);
});

it("admits every task once, in order, whenever the others end", () => {
  const step = fc.oneof(
    fc.record({ _tag: fc.constant("acquire" as const) }),
    fc.record({ _tag: fc.constant("end" as const), which: fc.nat(30) }),
    fc.record({ _tag: fc.constant("wait" as const), milliseconds: fc.nat(80) })
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 60 }), (permits, steps) => {
      const admission = new AdmissionControl(permits);
      const admitted: Array<number> = [];
      const releases: Array<Release> = [];
      let arrived = 0;
      for (const each of steps) {
        if (each._tag === "wait") vi.advanceTimersByTime(each.milliseconds);
        else if (each._tag === "end") releases[each.which]?.();
        else {
          const name = arrived;
          arrived += 1;
          admission.acquire((release) => {
            admitted.push(name);
            releases.push(release);
          });
        }
      }
      vi.advanceTimersByTime(50 * 60);
      expect(admitted).toEqual(Array.from({ length: arrived }, (_, at) => at));
      vi.advanceTimersByTime(50);
      expect(vi.getTimerCount()).toBe(0);
    })
  );
});

it("a database on this machine receives two reads for each processor, one elsewhere as many as there are connections", () => {
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
