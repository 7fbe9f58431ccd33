import { assert, it } from "@effect/vitest";
import { requestKind } from "../../../../src/adapters/http/server/routing/requestKind.ts";
import { routes } from "../../../../src/main/serve/routes.ts";

it("knows what every route of the service is for", () => {
  const unknown = routes.map(({ path }) => path).filter((path) => requestKind(path) === "other");
  assert.deepStrictEqual(unknown, []);
});

it.each([
  ["/.well-known/oauth-protected-resource/graphql", "metadata"],
  ["/graphql/.well-known/*", "metadata"],
  ["/oauth/register/*", "register"],
  ["/account/end-all", "account"],
  ["/accounting", "other"],
  ["/sdk.tgz", "static"],
  ["/docs/*", "docs"],
  ["/no/such/path", "other"]
] as const)("%s is for %s", (path, kind) => assert.strictEqual(requestKind(path), kind));
