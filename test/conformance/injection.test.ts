import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Runtime from "effect/Runtime";
import fc from "fast-check";
import { buildSchema } from "graphql";
import { GraphqlApi } from "../../src/application/api/GraphqlApi.ts";
import { bearer, post } from "../adapters/http/graphql/graphqlServer.ts";
import { alice } from "../support/memoryService.ts";
import { RequestFuzzer } from "./fuzzedRequest.ts";
import { readsOnPostgres } from "./readsOnPostgres.ts";

/** `FUZZ_RUNS=10000` before a release. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 500);

/** What only a database, a runtime or a stack says. */
const internal =
  /syntax error at|near "|relation "|column "|operator does not exist|invalid (input|byte)|out of range|SQLSTATE|\$\d+ |cannot cast|TypeError|RangeError|Maximum call stack|is not a function|of undefined|node:|\.ts:\d|\.js:\d/i;

const codesOf = (errors: ReadonlyArray<{ readonly extensions: { readonly code: string } }>) =>
  errors.map(({ extensions }) => extensions.code);

layer(readsOnPostgres, { excludeTestServices: true, timeout: "60 seconds" })("a value in any argument", (it) => {
  it.effect(
    `is only ever treated as a value, ${numRuns} times`,
    () =>
      Effect.gen(function* () {
        const schema = buildSchema(yield* Effect.flatMap(GraphqlApi, ({ sdl }) => sdl));
        const headers = yield* bearer(alice);
        const run = Runtime.runPromise(yield* Effect.runtime<Effect.Effect.Context<ReturnType<typeof post>>>());
        const outcomes = new Map<string, number>();
        const property = fc.asyncProperty(fc.gen(), async (draw) => {
          const body = new RequestFuzzer(schema, draw).body();
          const answer = await run(post("/graphql", body, headers));
          const { errors = [] } = JSON.parse(answer.text);
          const codes = codesOf(errors);
          const outcome = codes[0] ?? "answered";
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          const told = `${body}\n${answer.text.slice(0, 2_000)}`;
          assert.include([200, 400], answer.status, told);
          for (const code of codes)
            assert.notInclude(["INTERNAL", "INTERNAL_SERVER_ERROR", "UNAVAILABLE", "TIMEOUT"], code, told);
          for (const { message } of errors) assert.notMatch(message, internal, told);
        });
        yield* Effect.promise(() => fc.assert(property, { numRuns }));
        assert.isAbove(outcomes.get("answered") ?? 0, numRuns / 10, JSON.stringify([...outcomes]));
      }),
    { timeout: 600_000 }
  );
});
