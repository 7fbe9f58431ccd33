import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Account } from "../pds/NetworkInfo.ts";
import { reject } from "../pds/signIn.ts";
import { withPds } from "../support/withPds.ts";
import { AdminBrowser } from "./AdminBrowser.ts";
import { App, type Tokens } from "./App.ts";
import { eventually } from "./eventually.ts";
import type { ServiceProcess } from "./ServiceProcess.ts";
import { startService, type TestService } from "./startService.ts";

const publicUrl = "https://admins.tidemark.internal";
const callback = "https://client.example/callback";
const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const run = promisify(execFile);

const tokenOf = (service: ServiceProcess): string => /setup_[\w-]{32}/.exec(service.output)?.[0] ?? "none";

await withPds("administration", (network) => {
  let running: TestService;
  let one: ServiceProcess;
  let two: ServiceProcess;
  let accounts: readonly [Account, Account];
  /** Who became the first admin, and who came too late; each with the browser. */
  let first: { readonly account: Account; readonly browser: AdminBrowser };
  let second: { readonly account: Account; readonly browser: AdminBrowser };

  beforeAll(async () => {
    running = await startService(network, publicUrl);
    one = running.service;
    two = await running.another();
    const account = (name: string) => network.pdses[0].createAccount({ handle: `${name}.test` });
    accounts = [await account("admin-one"), await account("admin-two")];
  });
  afterAll(() => running?.stop());

  it("A setup token is accepted in one of two processes when both receive it at once", async () => {
    const browsers = [new AdminBrowser(one), new AdminBrowser(two), new AdminBrowser(two)];
    const token = tokenOf(one);
    const answers = await Promise.all(browsers.map((browser) => browser.post("/settings/sign-in", { token })));
    const locations = answers.map((answer) => answer.headers.get("location")).sort();
    expect(locations).toEqual(["/settings", "/settings?problem=token-used", "/settings?problem=token-used"]);
    const states = await Promise.all(browsers.map((browser) => browser.state()));
    expect(states.filter((state) => state === "SET_UP")).toHaveLength(1);
    const setUp = browsers[states.indexOf("SET_UP")] ?? new AdminBrowser(one);
    first = { account: accounts[0], browser: setUp };
    second = { account: accounts[1], browser: new AdminBrowser(two) };
    await second.browser.post("/settings/sign-in", { token: tokenOf(two) });
    expect(await second.browser.state()).toBe("SET_UP");
  });

  it("Of two concurrent set-ups in two processes, one account becomes the first admin", async () => {
    const people = [first, second] as const;
    const returns = await Promise.all(people.map(({ account, browser }) => browser.atPds(account)));
    const answers = await Promise.all(people.map(({ browser }, at) => browser.follow(returns[at] ?? "")));
    const locations = answers.map((answer) => answer.headers.get("location"));
    expect([...locations].sort()).toEqual(["/settings", "/settings?problem=set-up-over"]);
    if (locations[0] !== "/settings") [first, second] = [second, first];
    expect(await first.browser.session()).toMatchObject({
      state: "ADMIN",
      did: first.account.did,
      handle: first.account.handle,
      setUpOpen: false
    });
    expect(await second.browser.state()).toBe("SIGNED_OUT");
  });

  it("An admin signs in without a token in another browser, and no other account does", async () => {
    const another = new AdminBrowser(two);
    expect(await another.signIn(first.account)).toBe("/settings");
    expect(await another.state()).toBe("ADMIN");
    expect(await second.browser.signIn(second.account)).toBe("/settings?problem=not-admin");
    expect(await second.browser.state()).toBe("SIGNED_OUT");
  });

  it("The sign-in page explains what went wrong at the PDS", async () => {
    const browser = new AdminBrowser(one);
    const atPds = await browser.begin(first.account.handle);
    const denied = await reject(atPds);
    expect(denied._tag).toBe("Denied");
    if (denied._tag !== "Denied") return;
    expect((await browser.follow(denied.redirect)).headers.get("location")).toBe("/settings?problem=denied");
    const unknown = await browser.post("/settings/sign-in/account", { account: "nobody-at-all.test" });
    expect(unknown.headers.get("location")).toBe("/settings?problem=unknown-account");
  });

  it("An added admin signs in, and is signed out everywhere once removed", async () => {
    const { did, handle } = second.account;
    const added = await first.browser.graphql(
      "mutation ($account: String!) { addAdmin(account: $account) { did handle addedBy } }",
      { account: handle }
    );
    expect(added).toEqual({ data: { addAdmin: { did, handle, addedBy: first.account.did } } });
    expect(await second.browser.signIn(second.account)).toBe("/settings");
    const elsewhere = second.browser.at(one);
    expect([await second.browser.state(), await elsewhere.state()]).toEqual(["ADMIN", "ADMIN"]);
    const removed = await first.browser.graphql("mutation ($did: String!) { removeAdmin(did: $did) }", { did });
    expect(removed).toEqual({ data: { removeAdmin: true } });
    expect([await second.browser.state(), await elsewhere.state()]).toEqual(["SIGNED_OUT", "SIGNED_OUT"]);
    const last = await first.browser.graphql("mutation ($did: String!) { removeAdmin(did: $did) }", {
      did: first.account.did
    });
    expect(JSON.stringify(last)).toContain("is the last owner");
  });

  it("An account that signs in with a token of the command line becomes an admin, although there is one", async () => {
    const { PATH = "" } = process.env;
    const { stdout } = await run(process.execPath, [cli, "setup-token", "--json"], { env: { PATH, ...running.env } });
    const { setupToken } = JSON.parse(stdout);
    const printed = await second.browser.post("/settings/sign-in", { token: tokenOf(await running.another()) });
    expect(printed.headers.get("location")).toContain("problem=");
    await second.browser.post("/settings/sign-in", { token: setupToken });
    expect(await second.browser.state()).toBe("SET_UP");
    expect(await second.browser.signIn(second.account)).toBe("/settings");
    expect(await second.browser.state()).toBe("ADMIN");
  });

  it("An admin ends an authorization, and the app is notified that an administrator did", async () => {
    const app = await App.make(one, await running.register("public", callback));
    const person = await network.pdses[0].createAccount({ handle: "ended-by-admin.test" });
    const tokens: Tokens = await app.login(person);
    const query = "query ($did: String) { authorizations(did: $did, state: ACTIVE) { nodes { authorizationId } } }";
    const { data } = await first.browser.graphql(query, { did: person.did });
    const [{ authorizationId }] = Object(data).authorizations.nodes;
    const ended = await first.browser.graphql("mutation ($id: String!) { endAuthorization(authorizationId: $id) }", {
      id: authorizationId
    });
    expect(ended).toEqual({ data: { endAuthorization: true } });
    const create = `mutation { createXyzStatusphereStatus(input: { status: "x", createdAt: "2026-11-27T12:00:00Z" }) { uri } }`;
    await eventually("the app is told", async () => {
      const { errors } = await app.graphql(create, {}, tokens);
      return JSON.stringify(errors).includes('"cause":"revoked-by-admin"');
    });
    await expect(app.refresh(tokens)).rejects.toMatchObject({
      error: "invalid_grant",
      cause: { end_reason: "revoked-by-admin" },
      error_description: expect.stringContaining("An administrator ended this sign-in.")
    });
  });

  it("The index is reset, filled again from the repositories, and keeps concurrent writes", async () => {
    const app = await App.make(one, await running.register("public", callback));
    const person = await network.pdses[0].createAccount({ handle: "indexed-again.test" });
    const tokens = await app.login(person);
    const create = (status: string) =>
      app.graphql(
        'mutation ($status: String!) { createXyzStatusphereStatus(input: { status: $status, createdAt: "2026-11-27T12:00:00Z" }) { uri } }',
        { status },
        tokens
      );
    const count = async () => {
      const { data } = await app.graphql(
        "query ($did: String) { xyzStatusphereStatus(where: { did: { eq: $did } }) { totalCount } }",
        {
          did: person.did
        }
      );
      return Object(data).xyzStatusphereStatus.totalCount;
    };
    for (const status of ["☕", "🌊", "😴"]) expect((await create(status)).errors).toBeUndefined();
    expect(await count()).toBe(3);
    const wrong = await first.browser.graphql('mutation { resetIndex(confirmation: "yes") { records } }');
    expect(JSON.stringify(wrong)).toContain("admins.tidemark.internal");
    const [reset, written] = await Promise.all([
      first.browser.graphql('mutation { resetIndex(confirmation: "admins.tidemark.internal") { records } }'),
      create("🚀")
    ]);
    expect(Object(reset.data).resetIndex.records).toBeGreaterThanOrEqual(3);
    expect(written.errors).toBeUndefined();
    await eventually("all records are there again", async () => (await count()) === 4, 40_000);
  }, 60_000);

  it("The list of authorizations matches the log", async () => {
    const { PATH = "" } = process.env;
    const { stdout } = await run(process.execPath, [cli, "registry", "compare", "--json"], {
      env: { PATH, ...running.env }
    });
    const { isEqual, projections } = JSON.parse(stdout);
    expect(isEqual).toBe(true);
    const list = projections.find(({ projection }: { projection: string }) => projection === "authorizations");
    expect(list.rows).toBeGreaterThanOrEqual(2);
  });

  it("The settings show how the instance is configured, with every address it listens on, and no secret", async () => {
    const { data } = await first.browser.graphql(
      "{ settings { externalBaseUrl version development database values { name value isDefault isSecret } endpoints { url } } }"
    );
    const { settings } = Object(data);
    expect(settings).toMatchObject({ externalBaseUrl: publicUrl, development: true });
    expect(settings.version).toMatch(/^\d+\.\d+\.\d+/);
    const values = new Map(settings.values.map(({ name, ...rest }: { name: string }) => [name, rest]));
    expect(values.get("DATABASE_URL")).toEqual({ value: "set", isDefault: false, isSecret: true });
    expect(values.get("PLC_DIRECTORY_URL")).toMatchObject({ value: network.plc.url, isDefault: false });
    expect(values.get("BACKFILL")).toEqual({ value: "true", isDefault: true, isSecret: false });
    const password = new URL(running.env.DATABASE_URL ?? "").password;
    if (password !== "") expect(JSON.stringify(settings)).not.toContain(password);
    for (const { url } of settings.endpoints) {
      const answer = await fetch(String(url).replace(publicUrl, one.reach), { redirect: "manual" });
      expect([url, answer.status === 404]).toEqual([url, false]);
    }
  });

  it("The accounts in ADMIN_DIDS sign in without a setup token, none is printed, and they cannot be removed", async () => {
    const named = await startService(network, "https://named.tidemark.internal", { ADMIN_DIDS: first.account.did });
    try {
      expect(named.service.output).not.toContain("setup_");
      const browser = new AdminBrowser(named.service);
      expect(await browser.session()).toMatchObject({ state: "SIGNED_OUT", setUpOpen: false });
      expect(await browser.signIn(first.account)).toBe("/settings");
      const { data } = await browser.graphql("{ admins { did fromConfiguration isYou addedAt } }");
      const own = { did: first.account.did, fromConfiguration: true, isYou: true, addedAt: null };
      expect(data).toEqual({ admins: [own] });
      const removed = await browser.graphql("mutation ($did: String!) { removeAdmin(did: $did) }", {
        did: first.account.did
      });
      expect(JSON.stringify(removed)).toContain("is named in ADMIN_DIDS");
      expect(await new AdminBrowser(named.service).signIn(second.account)).toBe("/settings?problem=not-admin");
    } finally {
      await named.stop();
    }
  }, 60_000);
});
