import { createHash } from "node:crypto";
import { assert, describe, it } from "@effect/vitest";
import { paths } from "../support/Computer.ts";
import { readProof } from "../support/readProof.ts";
import { created, hear, type LiveStage, startStage } from "./liveStage.ts";

const refreshes = (stage: LiveStage) => paths(stage).filter((path) => path === "/oauth/token").length;
/** The access tokens with which connections were opened, in order. */
const tokens = ({ server }: LiveStage) => server.inits.map((payload) => String(payload?.Authorization));

const subscribed = async (stage: LiveStage) => {
  stage.instance.calls.length = 0;
  const heard = hear();
  stage.tab.client.subscribe(created, {}, heard.options);
  await stage.settle();
  return heard;
};

describe("the session of a subscription", () => {
  it("authenticates with the token and a proof for GET", async () => {
    const stage = await startStage();
    await subscribed(stage);
    const [payload] = stage.server.inits;
    assert.match(String(payload?.Authorization), /^DPoP access-\d+$/);
    const proof = await readProof(String(payload?.DPoP));
    const ath = createHash("sha256").update(String(payload?.Authorization).slice(5)).digest("base64url");
    assert.deepInclude(proof, { htm: "GET", htu: "https://records.example/graphql", ath });
  });

  it("is not used by a public subscription, which continues after a logout", async () => {
    const { server, settle, tab } = await startStage();
    const heard = hear();
    tab.client.publicSubscribe(created, {}, heard.options);
    await settle();
    await tab.client.logout();
    await settle();
    server.append();
    await settle();
    assert.deepStrictEqual([server.inits, heard.events, heard.ends], [[undefined], [1], []]);
  });

  it("is continued with the next token before the token expires, without a gap or a double", async () => {
    const stage = await startStage();
    const { passBy, server, settle, tab } = stage;
    const heard = await subscribed(stage);
    const other = hear();
    tab.client.subscribe(created, {}, other.options);
    await settle();
    for (let minute = 0; minute < 60; minute++) {
      server.append();
      await passBy(60_000);
      server.append();
    }
    await settle();
    const all = Array.from({ length: 120 }, (_, index) => index + 1);
    assert.deepStrictEqual([heard.events, other.events], [all, all]);
    assert.deepStrictEqual([heard.statuses, heard.errors, heard.ends], [["live"], [], []]);
    assert.deepStrictEqual([refreshes(stage), new Set(tokens(stage)).size, server.inits.length], [4, 5, 5]);
    assert.deepStrictEqual([server.connections(), server.subscriptions()], [1, 2]);
  });

  it("uses a token that is still valid while it cannot be refreshed", async () => {
    const stage = await startStage();
    const { instance, passBy, server } = stage;
    const heard = await subscribed(stage);
    instance.trouble.unreachable = 6;
    await passBy(880_000);
    assert.strictEqual(server.inits.length, 1);
    instance.trouble.unreachable = 0;
    await passBy(10_000);
    server.append();
    await passBy(0);
    assert.deepStrictEqual([server.inits.length, heard.events, heard.statuses], [2, [1], ["live"]]);
  });

  it("continues with another token if the server closes the connection, because it is no longer valid", async () => {
    const stage = await startStage();
    const { instance, passBy, server } = stage;
    const heard = await subscribed(stage);
    server.append();
    await stage.settle();
    const [first = ""] = tokens(stage);
    instance.expire(first.slice(5));
    server.closeAll(4403, "The access token has expired");
    server.append();
    await passBy(1000);
    server.append();
    await stage.settle();
    assert.deepStrictEqual([heard.events, heard.errors], [[1, 2, 3], []]);
    assert.deepStrictEqual([new Set(tokens(stage)).size, refreshes(stage)], [2, 1]);
  });

  it("responds to a nonce challenge", async () => {
    const stage = await startStage();
    const { instance, passBy, server } = stage;
    server.trouble.authorize = async (payload) => {
      const proof = await readProof(String(payload?.DPoP));
      return proof?.nonce === "second" ? null : "use_dpop_nonce second";
    };
    instance.trouble.nonce = "first";
    const heard = await subscribed(stage);
    instance.trouble.nonce = "second";
    await passBy(1000);
    server.append();
    await stage.settle();
    assert.deepStrictEqual([heard.events, heard.errors, refreshes(stage)], [[1], [], 0]);
  });

  it("has failed if the server refuses the credentials again and again", async () => {
    const stage = await startStage();
    stage.server.trouble.authorize = async () => "The account is not active";
    const heard = await subscribed(stage);
    await stage.passBy(100_000);
    assert.deepStrictEqual(
      heard.errors.map(({ message, reason }) => [reason, message]),
      [["client_refused", "Not connected (4403): The account is not active"]]
    );
    assert.deepStrictEqual(heard.ends, ["failed"]);
    const connections = stage.server.inits.length;
    await stage.passBy(100_000);
    assert.strictEqual(stage.server.inits.length, connections);
  });

  it("ends with the reason when the login was revoked", async () => {
    const stage = await startStage();
    const { instance, passBy, server, tab } = stage;
    const heard = await subscribed(stage);
    instance.trouble.endReason = "revoked-by-admin";
    instance.revokeAll();
    server.closeAll(4403, "The user was logged out");
    await passBy(1000);
    assert.deepStrictEqual(
      heard.errors.map(({ endReason, reason }) => [reason, endReason]),
      [["login_expired", "revoked-by-admin"]]
    );
    assert.deepStrictEqual([heard.ends, tab.client.isAuthenticated()], [["logged_out"], false]);
    await passBy(100_000);
    assert.strictEqual(server.inits.length, 1);
  });

  it("ends at a logout, here and in the other tabs, without an error", async () => {
    const stage = await startStage();
    const heard = await subscribed(stage);
    const other = stage.computer.open();
    await other.client.logout();
    stage.server.append();
    await stage.settle();
    assert.deepStrictEqual([heard.events, heard.errors, heard.ends], [[], [], ["logged_out"]]);
    assert.strictEqual(stage.server.connections(), 0);
  });

  it("does not continue as another user", async () => {
    const stage = await startStage();
    const heard = await subscribed(stage);
    const [name = "", login = ""] = [...stage.shared].find(([, text]) => text.includes("accessToken")) ?? [];
    stage.shared.set(name, login.replace(/"did":"[^"]+"/, '"did":"did:plc:bob"'));
    const next = hear();
    stage.announce();
    await stage.settle();
    stage.tab.client.subscribe(created, {}, next.options);
    await stage.settle();
    stage.server.append();
    await stage.settle();
    assert.deepStrictEqual([heard.events, heard.ends, next.events, next.ends], [[], ["logged_out"], [1], []]);
  });

  it("is required", async () => {
    const stage = await startStage(false);
    const heard = await subscribed(stage);
    assert.deepStrictEqual(
      heard.errors.map(({ reason }) => reason),
      ["not_logged_in"]
    );
    assert.deepStrictEqual(heard.ends, ["failed"]);
  });
});
