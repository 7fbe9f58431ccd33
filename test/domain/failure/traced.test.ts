import { assert, describe, it } from "@effect/vitest";
import * as Cause from "effect/Cause";
import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import { inStep, traced } from "../../../src/domain/failure/traced.ts";

class NotThere extends Data.TaggedError("NotThere")<{ readonly id: number }> {}

const inner = traced("inner")(function* (id: number) {
  return id > 0 ? id : yield* new NotThere({ id });
});
const outer = traced("outer")((id: number) => Effect.map(inner(id), (found) => found + 1));
const breaks = traced("breaks")(function* () {
  yield* Effect.void;
  throw new Error("broken");
});

const printed = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.map(Effect.exit(effect), (exit) => (Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""));

/** The steps that are printed, each with the file that it is in. */
const stepsIn = (text: string): ReadonlyArray<string> =>
  Array.from(
    text.matchAll(/at (inner|outer|breaks|around) \(\S*\/([^/]+\.ts):\d+:\d+\)/g),
    ([, name, file]) => `${name} ${file}`
  );

describe("traced functions", () => {
  it.effect("return what their generators and effects return", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* inner(1), 1);
      assert.strictEqual(yield* outer(1), 2);
    })
  );

  it.effect("name themselves and their places in the traces of failures, from the innermost", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(stepsIn(yield* printed(outer(0))), ["inner traced.test.ts", "outer traced.test.ts"]);
    })
  );

  it.effect("name themselves in the traces of defects", () =>
    Effect.gen(function* () {
      const text = yield* printed(inStep("around")(breaks()));
      assert.include(text, "Error: broken");
      assert.deepStrictEqual(stepsIn(text), ["breaks traced.test.ts", "around traced.test.ts"]);
    })
  );

  it.effect("leave a failure equal to what it was", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(outer(0));
      assert.deepStrictEqual(Object.keys(failure).sort(), Object.keys(new NotThere({ id: 0 })).sort());
      assert.instanceOf(failure, NotThere);
    })
  );

  it.effect("can be run again, and do not grow an error that is raised again and again", () =>
    Effect.gen(function* () {
      const error = new Error("again");
      const raises = traced("inner")(function* () {
        return yield* Effect.fail(error);
      })();
      yield* Effect.ignore(Effect.retry(raises, { times: 100 }));
      assert.isAtMost(stepsIn(yield* printed(raises)).length, 10);
    })
  );

  it.effect("pass on values that are no errors, and errors that are frozen", () =>
    Effect.gen(function* () {
      const frozen = Object.freeze(new Error("frozen"));
      assert.strictEqual(yield* Effect.flip(inStep("around")(Effect.fail(frozen))), frozen);
      assert.strictEqual(yield* Effect.flip(inStep("around")(Effect.fail("text"))), "text");
    })
  );

  it.effect("stay interrupted without a failure", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(inStep("around")(Effect.interrupt));
      assert.isTrue(Exit.isInterrupted(exit));
    })
  );
});
