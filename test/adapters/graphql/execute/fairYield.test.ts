import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { fairYield } from "../../../../src/adapters/graphql/execute/fairYield.ts";

it.effect("resumes one fiber per turn of the event loop, and continues when a waiting fiber is interrupted", () =>
  Effect.gen(function* () {
    const seen: Array<string> = [];
    const turn = fairYield();
    const long = (name: string) => Effect.map(turn, () => void seen.push(name));
    const between = Effect.async<void>((resume) => {
      let left = 12;
      const tick = () => {
        seen.push("other");
        left -= 1;
        if (left === 0) resume(Effect.void);
        else setImmediate(tick);
      };
      setImmediate(tick);
    });
    const gone = yield* Effect.fork(long("gone"));
    const work = Effect.all([long("a"), long("b"), long("c"), between], { concurrency: "unbounded", discard: true });
    const all = yield* Effect.fork(work);
    yield* gone.interruptAsFork(gone.id());
    yield* all;
    const turns = seen.filter((name, index) => name !== "other" && name !== "gone" && seen[index - 1] !== "other");
    assert.deepStrictEqual(turns.slice(1), []);
    assert.includeMembers(seen, ["a", "b", "c"]);
  })
);
