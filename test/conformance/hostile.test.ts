import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { post } from "../adapters/http/graphql/graphqlServer.ts";
import { corpus } from "./corpus.ts";
import { readsOnPostgres } from "./readsOnPostgres.ts";

/** What no answer may take, on a machine that does other things as well. */
const maxMilliseconds = 5_000;
const maxCharacters = 2_000_000;

const outcomeOf = (text: string): string => {
  const { errors } = JSON.parse(text);
  return errors === undefined ? "answered" : errors[0].extensions.code;
};

layer(readsOnPostgres, { excludeTestServices: true, timeout: "60 seconds" })("a hostile request", (it) => {
  it.effect("is one of at least forty", () => Effect.sync(() => assert.isAtLeast(corpus.length, 40)));

  for (const { body, expect, name } of corpus) {
    it.effect(`is ${expect === "answered" ? "answered" : `refused (${expect})`}: ${name}`, () =>
      Effect.gen(function* () {
        const text = body();
        const start = performance.now();
        const answer = yield* post("/graphql", text);
        const took = performance.now() - start;
        assert.strictEqual(outcomeOf(answer.text), expect);
        assert.isBelow(answer.status, 500);
        assert.isBelow(took, maxMilliseconds);
        assert.isBelow(answer.text.length, maxCharacters);
        assert.notMatch(answer.text, /"INTERNAL|\bat .*\.ts:/);
      })
    );
  }
});
