import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { parseChangeCursor } from "../../../../src/domain/record/change/ChangeCursor.ts";
import { graphqlServer, post } from "./graphqlServer.ts";

const cursorOf = (query: string, headers: Readonly<Record<string, string>>) =>
  Effect.map(post("/graphql", JSON.stringify({ query }), headers), ({ text }) => JSON.parse(text).extensions?.cursor);

it.layer(graphqlServer)("The header Tidemark-Cursor", (it) => {
  it.effect.each(["{ xyzStatusphereStatus { totalCount } }", "{ __typename }", "{ __schema { queryType { name } } }"])(
    "adds a cursor to the response to %s",
    (query) =>
      Effect.gen(function* () {
        const cursor = yield* cursorOf(query, { "tidemark-cursor": "1" });
        assert.isTrue(Either.isRight(parseChangeCursor(cursor)));
        assert.isUndefined(yield* cursorOf(query, {}));
      })
  );

  it.effect("leaves the data as it is, even if only the type is selected", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({ query: "{ a: __typename b: __typename }" });
      const data = { a: "Query", b: "Query" };
      assert.strictEqual((yield* post("/graphql", body)).text, JSON.stringify({ data }));
      const extended = JSON.parse((yield* post("/graphql", body, { "tidemark-cursor": "1" })).text);
      assert.deepStrictEqual(extended.data, data);
    })
  );
});
