import fc from "fast-check";
import { expect, it } from "vitest";
import { storageUnavailable } from "../../sdk/src/browser/storageUnavailable.ts";
import { type Reason, TidemarkError } from "../../sdk/src/TidemarkError.ts";
import { logIn, startComputer, type Tab, textStore } from "./support/Computer.ts";

type Step =
  | { readonly do: "query"; readonly tab: number }
  | { readonly do: "logout" | "login" | "reload"; readonly tab: number }
  | { readonly do: "pass"; readonly milliseconds: number }
  | { readonly do: "fill"; readonly place: "localStorage" | "indexedDb"; readonly isFull: boolean }
  | { readonly do: "offline"; readonly requests: number }
  | { readonly do: "clearKeys" }
  | { readonly do: "clearTokens" };

const tab = fc.nat({ max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom("query" as const), tab }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("logout", "login", "reload"), tab }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("pass"), milliseconds: fc.constantFrom(1000, 40_000, 890_000) })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("fill"),
      place: fc.constantFrom("localStorage", "indexedDb"),
      isFull: fc.boolean()
    })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("offline"), requests: fc.nat({ max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("clearKeys", "clearTokens") }) }
);
/** A sequence of groups of concurrent steps. */
const course = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 25 });

/** The errors that are possible with full disks, lost networks and lost keys. A theft would be `login_expired` with a code. */
const expected: ReadonlyArray<Reason> = ["not_logged_in", "login_expired", "storage_unavailable", "unreachable"];

const run = async (steps: ReadonlyArray<ReadonlyArray<Step>>) => {
  const computer = startComputer();
  const { instance, keys, shared } = computer;
  const isFull = { localStorage: false, indexedDb: false };
  const fallbackStore = new Map<string, string>();
  const plain = textStore(shared);
  const refuse = () => {
    throw storageUnavailable(new DOMException("full", "QuotaExceededError"));
  };
  const open = (): Tab =>
    computer.open({
      store: {
        ...plain,
        // A text can always be replaced with a shorter one.
        set: (name, text) =>
          isFull.localStorage && text.length >= (plain.get(name) ?? "").length ? refuse() : plain.set(name, text)
      },
      fallback: {
        get: async (name) => fallbackStore.get(name) ?? null,
        set: async (name, text) => (isFull.indexedDb ? refuse() : fallbackStore.set(name, text)),
        remove: async (name) => fallbackStore.delete(name)
      }
    });
  const tabs = [open(), open(), open()];
  let isEnded = false;
  const failed = (error: unknown) => {
    if (!(error instanceof TidemarkError) || !expected.includes(error.reason)) throw error;
    if (error.reason === "login_expired" && error.code !== undefined && !isEnded) throw new Error("taken for a thief");
  };
  const take = async (each: Step): Promise<unknown> => {
    if (each.do === "pass") return computer.pass(each.milliseconds);
    if (each.do === "query") return (tabs[each.tab] ?? open()).client.query("{ x }");
    if (each.do === "offline") instance.trouble.unreachable = each.requests;
    else if (each.do === "clearKeys") keys.clear();
    else if (each.do === "clearTokens") shared.clear();
    else if (each.do === "fill") isFull[each.place] = each.isFull;
    else if (each.do === "reload") {
      const reloaded = open();
      tabs[each.tab] = reloaded;
      return reloaded.client.handleRedirectCallback();
    } else {
      const here = tabs[each.tab] ?? open();
      // The instance in memory ends all logins together.
      isEnded = true;
      return each.do === "logout" ? here.client.logout() : logIn(computer, here);
    }
    return undefined;
  };

  await logIn(computer, tabs[0] ?? open());
  for (const together of steps) await Promise.all(together.map((each) => take(each).catch(failed)));
  return { computer, instance, isFull, open, shared, keys, fallbackStore };
};

it("in any course of events, the service detects no theft, and only expected errors occur", async () => {
  await fc.assert(
    fc.asyncProperty(course, async (steps) => {
      const { instance } = await run(steps);
      expect(instance.thefts()).toBe(0);
    }),
    { numRuns: 300 }
  );
});

it("after any course of events, a logout without faults leaves nothing behind", async () => {
  await fc.assert(
    fc.asyncProperty(course, async (steps) => {
      const { computer, instance, isFull, keys, open, shared, fallbackStore } = await run(steps);
      Object.assign(isFull, { localStorage: false, indexedDb: false });
      instance.trouble.unreachable = 0;
      const { client } = open();
      await client.logout();
      computer.pass(3_600_000);
      await client.logout();
      const left = [...shared.keys()].filter((name) => !name.endsWith("begun"));
      expect([left, keys.size, fallbackStore.size]).toEqual([[], 0, 0]);
    }),
    { numRuns: 200 }
  );
});
