import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { assert } from "@effect/vitest";
import { afterAll, beforeAll, it } from "vitest";
import type { Account } from "../pds/NetworkInfo.ts";
import { personalTraces } from "../support/personalTraces.ts";
import { withPds } from "../support/withPds.ts";
import { AdminBrowser } from "./AdminBrowser.ts";
import { App, type Tokens } from "./App.ts";
import { filesOf } from "./erasure/filesOf.ts";
import { StoredBytes } from "./erasure/StoredBytes.ts";
import { eventually } from "./eventually.ts";
import { noteLexicons } from "./noteLexicons.ts";
import { OwnDatabase } from "./OwnDatabase.ts";
import { ServiceProcess } from "./ServiceProcess.ts";
import { startService, type TestService } from "./startService.ts";

const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const run = promisify(execFile);
const formats = ["ndjson", "cloudevents", "ocsf", "ecs"];
const secret = "what only the erased person wrote";
const found = "query ($uri: String!) { record(uri: $uri) { ... on DevTidemarkNote { text } } }";
const publicUrl = "https://erasure.tidemark.internal";

await withPds("an erasure", (network) => {
  let running: TestService;
  let one: ServiceProcess;
  let two: ServiceProcess;
  let lexicons: string;
  let app: App;
  let tokens: Tokens;
  let uri: string;
  /** Who administers, who is erased, and who stays. */
  let admin: Account;
  let gone: Account;
  let stays: Account;
  let browser: AdminBrowser;
  let backup: StoredBytes;
  let backupUrl: string;

  const command = async (...args: ReadonlyArray<string>): Promise<string> => {
    const { PATH = "" } = process.env;
    const { stdout } = await run(process.execPath, [cli, ...args], {
      env: { PATH, ...running.env, EXTERNAL_BASE_URL: publicUrl },
      maxBuffer: 100_000_000
    });
    return stdout;
  };

  const personalValues = ({ did, handle }: Account): ReadonlyArray<string> => [did, handle, secret];
  const tracesOf = (text: string, account: Account) => personalTraces(text, personalValues(account));
  const history = async (service: ServiceProcess) => (await browser.at(service).history()).text();

  const account = (name: string) => network.pdses[0].createAccount({ handle: `${name}.test` });

  beforeAll(async () => {
    lexicons = await noteLexicons();
    running = await startService(network, publicUrl, { LEXICON_DIR: lexicons, TRUST_PROXY: "1" });
    one = running.service;
    admin = await account("erasing-admin");
    gone = await account("erased-one");
    stays = await account("staying-one");
    browser = new AdminBrowser(one);
    await browser.post("/settings/sign-in", { token: /setup_[\w-]{32}/.exec(one.output)?.[0] ?? "" });
    await browser.signIn(admin);
    app = await App.make(one, await running.register("public", "http://127.0.0.1:4321/callback"));
    for (const person of [stays, gone]) {
      tokens = await app.login(person);
      const create = "mutation ($text: String!) { createDevTidemarkNote(input: { text: $text }) { uri } }";
      const text = person === gone ? secret : "what somebody else wrote";
      const { data, errors } = await app.graphql(create, { text }, tokens);
      assert.isUndefined(errors);
      uri = Object(data).createDevTidemarkNote.uri;
      await browser.graphql("mutation ($account: String!) { addAdmin(account: $account) { did } }", {
        account: person.handle
      });
      await new AdminBrowser(one).signIn(person);
    }
  });
  afterAll(async () => {
    await running?.stop();
    await backup?.drop();
    await rm(lexicons, { recursive: true, force: true });
  });

  it("begins with a person whom both processes show, and a backup of that", async () => {
    await one.stop();
    const name = `backup_${randomBytes(8).toString("hex")}`;
    backupUrl = await new StoredBytes(running.env.DATABASE_URL ?? "").copy(name);
    backup = new StoredBytes(backupUrl);
    await one.start();
    two = await running.another();
    for (const service of [one, two]) assert.include([...tracesOf(await history(service), gone)], gone.did);
    assert.deepStrictEqual((await app.at(two).graphql(found, { uri })).data, { record: { text: secret } });
  });

  /** How much the processes had written when the person was erased. */
  const written = { one: 0, two: 0 };

  it("is no longer shown by the process that erased the person, nor by another one that had the key", async () => {
    const mutation = `mutation ($account: String!, $did: String!) {
      eraseSubject(account: $account, confirmation: $did, reason: "asked for") { authorizations records } }`;
    const reply = await browser.graphql(mutation, { account: gone.handle, did: gone.did });
    assert.deepStrictEqual(reply, { data: { eraseSubject: { authorizations: 1, records: 1 } } });
    Object.assign(written, { one: one.output.length, two: two.output.length });
    await eventually("no process shows the person", async () => {
      const shown = await Promise.all([one, two].map(history));
      return tracesOf(shown.join("\n"), gone).length === 0;
    });
    for (const service of [one, two])
      assert.deepStrictEqual((await app.at(service).graphql(found, { uri })).data, { record: null });
    const viewed = await app.graphql("{ viewer { did } }", {}, tokens);
    assert.notInclude(JSON.stringify(viewed.data ?? null), gone.did);
  });

  it("leaves the other person of the same event, and every proof", async () => {
    const lines = (await history(two)).split("\n").filter((line) => line.includes('"type":"AdminAdded.v1"'));
    const added = lines.map((line) => JSON.parse(line));
    assert.isTrue(added.some(({ personal }) => personal?.["/data/did"]?.value === stays.did));
    const ofErased = added.filter(({ personal }) => personal?.["/data/did"] === undefined);
    assert.lengthOf(ofErased, 1);
    assert.strictEqual(ofErased[0]?.personal?.["/data/addedBy"]?.value, admin.did);
    assert.include(JSON.parse(await command("audit", "verify", "--json")), { ok: true, firstBad: null });
  });

  it("leaves nothing in tables, exports, published files, the data folder and the output", async () => {
    const stored = new StoredBytes(running.env.DATABASE_URL ?? "");
    const pending = "select from tidemark.pending_revocations";
    const owner = new OwnDatabase(new URL(running.env.DATABASE_URL ?? ""));
    const areRevoked = async () => (await owner.rows(pending)).length === 0;
    await eventually("the tokens are revoked", areRevoked, 60_000);
    assert.deepStrictEqual(tracesOf(await stored.tables(), gone), []);
    for (const format of formats)
      assert.deepStrictEqual(tracesOf(await command("audit", "export", "--format", format), gone), [], format);
    for (const path of ["/log/key", "/log/checkpoint", "/log/tile/0/000"])
      assert.deepStrictEqual(tracesOf(await (await fetch(`${one.reach}${path}`)).text(), gone), [], path);
    assert.deepStrictEqual(tracesOf(await filesOf(running.env.DATA_DIR ?? ""), gone), []);
    // What a process wrote before is in the hands of whoever keeps it.
    assert.deepStrictEqual(tracesOf(one.output.slice(written.one) + two.output.slice(written.two), gone), []);
  });

  it("leaves nothing in the files of tables once these are written anew", async () => {
    const stored = new StoredBytes(running.env.DATABASE_URL ?? "");
    await stored.rewrite();
    assert.deepStrictEqual(await stored.inFiles(personalValues(gone).slice(0, 2)), []);
    assert.includeMembers([...(await stored.inFiles(personalValues(stays)))], [stays.did]);
  });

  it("is repeated in a restored backup before that serves", async () => {
    await Promise.all([one.stop(), two.stop()]);
    assert.includeMembers([...tracesOf(await backup.tables(), gone)], [gone.did, gone.handle]);
    const restored = await ServiceProcess.start({ env: { ...running.env, DATABASE_URL: backupUrl }, publicUrl });
    try {
      assert.include(restored.output, "whom a backup brought back");
      assert.deepStrictEqual(tracesOf(await (await browser.at(restored).history()).text(), gone), []);
      assert.deepStrictEqual(tracesOf(await backup.tables(), gone), []);
      assert.include([...tracesOf(await backup.tables(), stays)], stays.did);
    } finally {
      await restored.stop();
    }
  });
});
