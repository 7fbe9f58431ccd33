import { describe, expect, it } from "vitest";
import { exclusivelyByLocks } from "../../sdk/src/browser/exclusivelyByLocks.ts";
import { exclusivelyByStorage } from "../../sdk/src/browser/exclusivelyByStorage.ts";
import { keyedMutex } from "../../sdk/src/node/keyedMutex.ts";
import { logIn, startComputer, textStore } from "./support/Computer.ts";

const patient = { fetch, now: Date.now, wait: () => new Promise<void>((resolve) => setTimeout(resolve, 1)) };

/** Runs several operations concurrently, and returns the maximum that ran at the same time. */
const mostAtOnce = async (runs: ReadonlyArray<(run: () => Promise<void>) => Promise<void>>): Promise<number> => {
  let running = 0;
  let most = 0;
  const each = async () => {
    running++;
    most = Math.max(most, running);
    await patient.wait();
    running--;
  };
  await Promise.all(runs.map((run) => run(each)));
  return most;
};

describe("one operation at a time", () => {
  it("runs in tabs without Web Locks", async () => {
    const kept = new Map<string, string>();
    const tab = () => exclusivelyByStorage(patient, textStore(kept), "lock");
    const [first, second] = [tab(), tab()];
    expect(await mostAtOnce([first, second, first, second])).toBe(1);
    expect(kept.size).toBe(0);
  });

  it("runs in a process", async () => {
    const turns = keyedMutex();
    expect(await mostAtOnce([turns("a"), turns("a"), turns("a")])).toBe(1);
    expect(await mostAtOnce([turns("a"), turns("b")])).toBe(2);
  });

  it("refreshes once", async () => {
    const computer = startComputer();
    const exclusively = (name: string) => exclusivelyByStorage(patient, textStore(computer.shared), `${name} lock`);
    const [one, other] = [computer.open({ exclusively }), computer.open({ exclusively })];
    await logIn(computer, one);
    computer.pass(880_000);
    await Promise.all([one, other].map(({ client }) => client.query("{ x }")));
    expect(computer.instance.calls.filter(({ path }) => path === "/oauth/token")).toHaveLength(2);
  });
});

it("a tab that was closed while it held the lock does not block others forever", async () => {
  let time = 0;
  const kept = new Map([["lock", "20000 closed"]]);
  const wait = async (milliseconds: number) => {
    time += milliseconds;
  };
  const platform = { fetch, now: () => time, wait };
  const run = exclusivelyByStorage(platform, textStore(kept), "lock");
  expect(await run(async () => "ran")).toBe("ran");
  expect(time).toBeGreaterThanOrEqual(20_000);
});

it("a lock that is never granted is skipped, and an operation that fails under a lock fails once", async () => {
  const locks = (request: LockManager["request"]): LockManager => ({ request, query: async () => ({}) });
  const never = locks(() => Promise.reject(new DOMException("timed out", "TimeoutError")));
  expect(await exclusivelyByLocks(never, "lock")(async () => "ran")).toBe("ran");

  let runs = 0;
  const atOnce = locks((_: string, __: unknown, run?: (lock: Lock | null) => unknown) => Promise.resolve(run?.(null)));
  const failing = exclusivelyByLocks(
    atOnce,
    "lock"
  )(async () => {
    runs++;
    throw new Error("broken");
  });
  await expect(failing).rejects.toThrow("broken");
  expect(runs).toBe(1);
});
