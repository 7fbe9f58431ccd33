import { randomBytes } from "node:crypto";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateSigningKey } from "../../src/adapters/jose/generateSigningKey.ts";
import type { Network } from "../pds/connectNetwork.ts";
import { startNetwork } from "../pds/startNetwork.ts";
import { App, type Tokens } from "./App.ts";
import { failedStart } from "./failedStart.ts";
import { ServiceProcess } from "./ServiceProcess.ts";
import { startService, type TestService } from "./startService.ts";

const publicUrl = "https://rotation.tidemark.internal";
const create = `mutation { createXyzStatusphereStatus(input: { status: "🔑", createdAt: "2026-11-27T12:00:00Z" }) { uri } }`;

const newKey = () => Effect.runPromise(Effect.map(generateSigningKey, Redacted.value));

/** The PDS of its own hands out tokens that are over at once, so that every write refreshes first. */
describe("the rotation of the service's key, at a real PDS", () => {
  let network: Network & { readonly stop: () => Promise<void> };
  let running: TestService;
  let before: Tokens;
  let app: App;
  let retired = "";
  const keys: Array<string> = [];
  const processes: Array<ServiceProcess> = [];

  const withKeys = async (...used: ReadonlyArray<string | undefined>): Promise<App> => {
    const env = { ...running.env, OAUTH_SIGNING_KEY: used.join(","), RETIRED_KEYS: retired };
    const process = await ServiceProcess.start({ env, publicUrl });
    processes.push(process);
    await network.mapOrigin(publicUrl, process.reach);
    return app.at(process);
  };

  beforeAll(async () => {
    keys.push(await newKey(), await newKey());
    network = await startNetwork({ accounts: ["rotation.test"] });
    await network.pdses[0].setTokenMaxAge(1_000);
    const settings = {
      OAUTH_SIGNING_KEY: keys[0] ?? "",
      SECRET_KEY_BASE: randomBytes(48).toString("base64")
    };
    running = await startService(network, publicUrl, settings);
    app = await App.make(running.service, await running.register("public", "http://127.0.0.1:4321/callback"));
    before = await app.login(network.account("rotation.test"));
  }, 60_000);
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.stop()));
    await running?.stop();
    await network?.stop();
  });

  it("CL-16 Users stay signed in while the old key is configured, and new logins are signed with the new one", async () => {
    const rotated = await withKeys(keys[1], keys[0]);
    expect((await rotated.graphql(create, {}, before)).errors).toBeUndefined();
    // A PDS remembers for ten minutes which keys a client has.
    await network.pdses[0].stop();
    await network.pdses[0].start();
    await network.pdses[0].setTokenMaxAge(1_000);
    const after = await rotated.login(network.account("rotation.test"));
    expect((await rotated.graphql(create, {}, after)).errors).toBeUndefined();
    expect((await rotated.graphql(create, {}, before)).errors).toBeUndefined();
  }, 60_000);

  it("A start without the old key or secret is refused, and the error names what is at stake", async () => {
    const env = { ...running.env, NODE_ENV: "development", EXTERNAL_BASE_URL: publicUrl, PORT: "0" };
    const gone = await failedStart({ ...env, OAUTH_SIGNING_KEY: keys[1] ?? "" });
    expect(gone.code).toBe(1);
    expect(gone.lines).toEqual([expect.stringMatching(/^tidemark: OAUTH_SIGNING_KEY lacks the key .*RETIRED_KEYS=/)]);
    retired = /RETIRED_KEYS=(\S+)/.exec(gone.output)?.[1] ?? "";
    const sealed = await failedStart({ ...env, SECRET_KEY_BASE: randomBytes(48).toString("base64") });
    expect(sealed.code).toBe(1);
    expect(sealed.lines).toEqual([expect.stringMatching(/^tidemark: SECRET_KEY_BASE .* lacks .*RETIRED_KEYS=/)]);
  }, 60_000);

  it("CL-16 A session ends by name once its key is retired", async () => {
    const without = await withKeys(keys[1]);
    const { errors } = await without.graphql(create, {}, before);
    expect(errors).toMatchObject([{ extensions: { code: "UNAUTHENTICATED" } }]);
    const cause = expect.objectContaining({ error: "invalid_grant", end_reason: "client-key-retired" });
    await expect(without.refresh(before)).rejects.toMatchObject({ cause });
  }, 60_000);
});
