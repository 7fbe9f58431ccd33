import * as Effect from "effect/Effect";
import { assert, describe, it } from "vitest";
import { type Deployment, proxyChecks } from "../../../src/main/doctor/proxyChecks.ts";

const statuses = (deployment: Deployment, isChosen = false) =>
  Object.fromEntries(proxyChecks(deployment, isChosen).map(({ name, run }) => [name, Effect.runSync(run).status]));

const published: Deployment = { baseUrl: "https://tidemark.example.com", production: true, trustedProxies: 1 };

describe("doctor on how the public reaches the service", () => {
  it("finds development at a public URL", () => {
    assert.strictEqual(statuses(published).mode, "ok");
    assert.strictEqual(statuses({ ...published, production: false }).mode, "problem");
  });

  it.each([
    "http://127.0.0.1:8080",
    "https://localhost",
    "https://192.168.1.5",
    "https://[fd00::1]",
    "https://tidemark.test"
  ])("finds nothing wrong with development at %s", (baseUrl) =>
    assert.strictEqual(statuses({ baseUrl, production: false, trustedProxies: 0 }).mode, "ok")
  );

  it("finds a proxy that is not trusted, unless TRUST_PROXY says so", () => {
    const untrusted: Deployment = { ...published, trustedProxies: 0 };
    assert.strictEqual(statuses(published).proxy, "ok");
    assert.strictEqual(statuses({ ...published, trustedProxies: ["10.0.0.0/8"] }).proxy, "ok");
    assert.strictEqual(statuses(untrusted).proxy, "problem");
    assert.strictEqual(statuses(untrusted, true).proxy, "ok");
    assert.strictEqual(statuses({ ...untrusted, production: false }).proxy, "skipped");
  });
});
