import { assert, it } from "@effect/vitest";
import fc from "fast-check";
import { created, type Heard, hear, startStage } from "./liveStage.ts";

type Step =
  | { readonly do: "append"; readonly count: number }
  | { readonly do: "close"; readonly code: number }
  | { readonly do: "refuse"; readonly code: number }
  | { readonly do: "error"; readonly times: number }
  | { readonly do: "vanish" | "down" | "up" | "hide" | "show" | "sleep" | "subscribe" | "settle" | "expire" }
  | { readonly do: "unsubscribe"; readonly which: number }
  | { readonly do: "offline"; readonly requests: number }
  | { readonly do: "pass"; readonly milliseconds: number };

/** The codes after which a client connects again. */
const codes = [1001, 1006, 1011, 1012, 4403, 4408, 4500, 4510];

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("append"), count: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("close"), code: fc.constantFrom(...codes) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("refuse"), code: fc.constantFrom(...codes) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("error"), times: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom("vanish", "down", "up", "hide", "show", "sleep", "subscribe", "settle", "expire")
    })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("unsubscribe"), which: fc.nat({ max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("offline"), requests: fc.integer({ min: 1, max: 8 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("pass"), milliseconds: fc.constantFrom(500, 5000, 40_000, 900_000) })
  }
);

interface Running {
  readonly heard: Heard;
  /** The last event that was appended before it started. */
  readonly start: number;
  readonly end: () => void;
  isEnded: boolean;
}

const run = async (steps: ReadonlyArray<Step>, chance: number) => {
  const { instance, page, passBy, server, settle, tab, ...stage } = await startStage();
  stage.chance.random = chance;
  const all: Array<Running> = [];
  const subscribe = () => {
    const heard = hear();
    const after = String(server.head());
    const end = tab.client.subscribe(created, { after }, heard.options);
    all.push({ heard, start: server.head(), end, isEnded: false });
  };
  const perform = async (step: Step): Promise<void> => {
    switch (step.do) {
      case "append":
        for (let count = 0; count < step.count; count++) server.append();
        return;
      case "close":
        return server.closeAll(step.code);
      case "refuse":
        return void server.trouble.refusals.push(step.code);
      case "error":
        return void server.trouble.errors.push(...Array(step.times).fill("SCHEMA_CHANGED"));
      case "vanish":
        return server.vanish();
      case "down":
      case "up":
        server.trouble.isDown = step.do === "down";
        return;
      case "hide":
        page.isActive = false;
        return;
      case "show":
        page.isActive = true;
        return page.wake();
      case "sleep":
        page.isActive = false;
        return page.sleep();
      case "subscribe":
        return subscribe();
      case "settle":
        return settle();
      case "expire":
        for (const payload of server.inits) instance.expire(String(payload?.Authorization).slice(5));
        return server.closeAll(4403);
      case "unsubscribe": {
        const found = all[step.which];
        if (found === undefined) return;
        found.end();
        found.isEnded = true;
        return;
      }
      case "offline":
        instance.trouble.unreachable = step.requests;
        return;
      case "pass":
        return passBy(step.milliseconds);
    }
  };
  subscribe();
  for (const step of steps) await perform(step);
  Object.assign(server.trouble, { isDown: false, refusals: [], errors: [] });
  instance.trouble.unreachable = 0;
  page.isActive = true;
  page.wake();
  server.append();
  await passBy(120_000);
  for (const { heard, isEnded, start } of all) {
    const missing = Array.from({ length: server.head() - start }, (_, index) => start + index + 1);
    assert.deepStrictEqual(heard.errors, []);
    assert.deepStrictEqual(heard.ends, []);
    assert.deepStrictEqual(heard.events, isEnded ? missing.slice(0, heard.events.length) : missing);
  }
  const isUsed = all.some(({ isEnded }) => !isEnded);
  assert.isAtMost(server.connections(), isUsed ? 1 : 0);
  assert.strictEqual(server.subscriptions(), all.filter(({ isEnded }) => !isEnded).length);
};

it("receives every event once, in order, in any course of lost connections, refusals and expired tokens", async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.constantFrom(0, 0.5, 1), run), {
    numRuns: 60
  });
}, 60_000);
