import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { type AuditResult, serverAudits } from "graphql-http";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { graphqlServer, post } from "./graphqlServer.ts";

const complaint = (result: AuditResult): string =>
  result.status === "ok" ? "" : `${result.id} ${result.name}: ${result.reason}`;

it.layer(graphqlServer)("the audits of graphql-http", (it) => {
  const address = Effect.map(HttpServerNode.HttpServerNode, ({ port }) => `http://127.0.0.1:${port}/graphql`);

  for (const { id, name } of serverAudits({ url: "http://unused.invalid" })) {
    it.effect(`${id}: ${name}`, () =>
      Effect.gen(function* () {
        const url = yield* address;
        const audit = serverAudits({ url }).find((each) => each.id === id);
        if (audit === undefined) return assert.fail("the audits differ from run to run");
        const result = yield* Effect.promise(() => Promise.resolve(audit.fn()));
        assert.strictEqual(complaint(result), "");
      })
    );
  }
});

it.layer(graphqlServer)("the status of a request that was not executed", (it) => {
  const accepts: ReadonlyArray<readonly [string | null, number]> = [
    [null, 400],
    ["*/*", 400],
    ["application/graphql-response+json", 400],
    ["application/graphql-response+json, application/json;q=0.9", 400],
    ["application/json, multipart/mixed", 200],
    ["application/json, text/plain, */*", 400],
    ["application/*", 400],
    ["application/json", 200],
    ["application/json;q=0.5, application/graphql-response+json;q=0", 200]
  ];
  for (const [accept, status] of accepts) {
    for (const query of [
      "{",
      "{ nonsense }",
      "query ($n: Int!) { __typename }",
      "query A { __typename } query B { a }"
    ]) {
      it.effect(`is ${status} for ${accept ?? "no Accept"} and ${query}`, () =>
        Effect.gen(function* () {
          const answer = yield* post("/graphql", JSON.stringify({ query }), accept === null ? {} : { accept });
          assert.strictEqual(answer.status, status);
          assert.hasAllKeys(JSON.parse(answer.text), ["errors"]);
        })
      );
    }
    it.effect(`is 400 for ${accept ?? "no Accept"} and a body that is not a GraphQL request`, () =>
      Effect.gen(function* () {
        const answer = yield* post("/graphql", `{"query":1}`, accept === null ? {} : { accept });
        assert.strictEqual(answer.status, 400);
      })
    );
  }
});
