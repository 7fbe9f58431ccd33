import { assert } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Scope from "effect/Scope";
import { afterAll, beforeAll, it } from "vitest";
import { tidemark } from "../adapters/cli/tidemark.ts";
import type { Account } from "../pds/NetworkInfo.ts";
import { otherSqlite } from "../support/movein/otherDatabase.ts";
import {
  confidentialClientId,
  confidentialSecret,
  otherClient,
  otherRows,
  publicClientId
} from "../support/movein/otherRows.ts";
import { withPds } from "../support/withPds.ts";
import { eventually } from "./eventually.ts";
import { AppOfOtherInstance } from "./movein/AppOfOtherInstance.ts";
import { accountWithStatuses, statusKey } from "./RepositoryAtPds.ts";
import { startService, type TestService } from "./startService.ts";

const collection = "xyz.statusphere.status";
const browserCallback = "http://127.0.0.1:3000/";
const serverCallback = "http://127.0.0.1:3000/callback";
const create = `mutation ($status: String!, $createdAt: DateTime!) {
  createXyzStatusphereStatus(input: { status: $status, createdAt: $createdAt }) { uri status createdAt }
}`;
const uris = `query ($did: String) { xyzStatusphereStatus(where: { did: { eq: $did } }) { totalCount edges { node { uri } } } }`;

await withPds("an instance of quickslice that moved in", (network) => {
  let running: TestService;
  let account: Account;
  let author: Account;
  let browser: AppOfOtherInstance;
  let server: AppOfOtherInstance;
  const scope = Effect.runSync(Scope.make());

  const app = (clientId: string, clientSecret: string | null, redirectUri: string) =>
    AppOfOtherInstance.make({ server: running.service.publicUrl, clientId, clientSecret, redirectUri });

  beforeAll(async () => {
    running = await startService(network);
    account = await network.pdses[0].createAccount({ handle: "moved-in.test" });
    author = await accountWithStatuses(network, "moved-author.test", 3);
    const takenDown = `at://${author.did}/${collection}/${statusKey(0)}`;
    const path = await Effect.runPromise(
      Scope.extend(
        otherSqlite({
          ...otherRows,
          oauth_client: [
            otherClient({ redirect_uris: JSON.stringify([browserCallback]) }),
            otherClient({
              client_id: confidentialClientId,
              client_secret: confidentialSecret,
              redirect_uris: JSON.stringify([serverCallback]),
              token_endpoint_auth_method: "client_secret_post",
              client_type: "confidential"
            })
          ],
          record: [{ uri: takenDown, cid: "bafy", did: author.did, collection, json: "{}" }],
          label: [{ src: account.did, uri: takenDown, val: "!takedown", neg: false, cts: "2026-01-01 12:00:00" }]
        }),
        scope
      )
    );
    const moved = await Effect.runPromise(tidemark(running.env, "move-in", path, "--apply", "--backfill"));
    assert.deepInclude(moved, { code: 0, stderr: "" });
    browser = await app(publicClientId, null, browserCallback);
    server = await app(confidentialClientId, confidentialSecret, serverCallback);
  });
  afterAll(async () => {
    await running?.stop();
    await Effect.runPromise(Scope.close(scope, Exit.void));
  });

  it("logs people in through its app for browsers, which writes and refreshes as before", async () => {
    const tokens = await browser.login(account);
    assert.strictEqual(tokens.sub, account.did);
    const viewer = await browser.graphql("query { viewer { did handle } }", {}, tokens);
    assert.deepStrictEqual(viewer, { data: { viewer: { did: account.did, handle: account.handle } } });
    const createdAt = "2026-11-29T12:00:00.000Z";
    const created = await browser.graphql(create, { status: "🌊", createdAt }, tokens);
    assert.isUndefined(created.errors);
    const refreshed = await browser.refresh(tokens);
    assert.strictEqual(refreshed.sub, account.did);
    const found = await browser.graphql(uris, { did: account.did });
    assert.strictEqual(Object(found.data).xyzStatusphereStatus.totalCount, 1);
    const again = await browser.graphql("query { viewer { did } }", {}, refreshed);
    assert.deepStrictEqual(again.data, { viewer: { did: account.did } });
  });

  it("logs people in through its app on a server, with the secret that it always had", async () => {
    const tokens = await server.login(account, "atproto transition:generic");
    const created = await server.graphql(create, { status: "🐢", createdAt: "2026-11-29T12:00:00.000Z" }, tokens);
    assert.isUndefined(created.errors);
    const refreshed = await server.refresh(tokens);
    assert.deepStrictEqual((await server.graphql("{ viewer { did } }", {}, refreshed)).data, {
      viewer: { did: account.did }
    });
    const other = await app(confidentialClientId, `${confidentialSecret}x`, serverCallback);
    await other.login(account).then(
      () => assert.fail("A wrong secret was accepted"),
      (error: Error) => assert.match(error.message, /401 .*invalid_client/)
    );
  });

  it("has the records that were indexed there, without what was taken down", async () => {
    await eventually("the records are indexed", async () => {
      const { data } = await browser.graphql(uris, { did: author.did });
      return Object(data).xyzStatusphereStatus.totalCount === 2;
    });
    const { data } = await browser.graphql(uris, { did: author.did });
    const found = Object(data).xyzStatusphereStatus.edges.map((edge: { node: { uri: string } }) => edge.node.uri);
    assert.notInclude(found, `at://${author.did}/${collection}/${statusKey(0)}`);
  });
});
