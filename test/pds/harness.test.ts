import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runOnAccountDatabase } from "./accountDatabase.ts";
import { CookieJar } from "./CookieJar.ts";
import { loopbackClient } from "./loopbackClient.ts";
import type { Account } from "./NetworkInfo.ts";
import { nodeBinary } from "./nodeBinary.ts";
import { consent, reject, signIn } from "./signIn.ts";
import { type StartedNetwork, startNetwork } from "./startNetwork.ts";

// The first run installs the packages.
const startTimeout = 300_000;

const get = async (base: string, method: string, parameters: Record<string, string>) => {
  const response = await fetch(`${base}/xrpc/${method}?${new URLSearchParams(parameters)}`);
  return { status: response.status, body: await response.json() };
};

const createNote = async (account: Account, note: string) => {
  const response = await fetch(`${account.pds}/xrpc/com.atproto.repo.createRecord`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${account.accessJwt}` },
    body: JSON.stringify({
      repo: account.did,
      collection: "dev.example.note",
      rkey: "first",
      record: { $type: "dev.example.note", text: note }
    })
  });
  expect(response.status).toBe(200);
};

const readNote = (account: Account) =>
  get(account.pds, "com.atproto.repo.getRecord", { repo: account.did, collection: "dev.example.note", rkey: "first" });

describe("a network of two PDSes", () => {
  let network: StartedNetwork;
  beforeAll(async () => {
    network = await startNetwork({ pdsCount: 2, accounts: ["alice.test", "carol.pds2.test"], tokenMaxAge: 120_000 });
  }, startTimeout);
  afterAll(() => network.stop());

  it("serves each account on the PDS of its handle domain", async () => {
    for (const handle of ["alice.test", "carol.pds2.test"]) {
      const { pds, did } = network.account(handle);
      const resolved = await get(pds, "com.atproto.identity.resolveHandle", { handle });
      expect(resolved).toEqual({ status: 200, body: { did } });
    }
    expect(network.account("alice.test").pds).toBe(network.pdses[0].url);
    expect(network.account("carol.pds2.test").pds).toBe(network.pdses[1]?.url);
  });

  it("publishes DID documents in the Multikey form", async () => {
    const alice = network.account("alice.test");
    const document = await (await fetch(`${network.plc.url}/${alice.did}`)).json();
    expect(document).toMatchObject({
      id: alice.did,
      alsoKnownAs: ["at://alice.test"],
      verificationMethod: [
        {
          id: `${alice.did}#atproto`,
          type: "Multikey",
          controller: alice.did,
          publicKeyMultibase: expect.stringMatching(/^zQ3s/)
        }
      ],
      service: [{ id: "#atproto_pds", type: "AtprotoPersonalDataServer", serviceEndpoint: alice.pds }]
    });
  });

  it("answers 404 for a DID that was never registered", async () => {
    const response = await fetch(`${network.plc.url}/did:plc:aaaaaaaaaaaaaaaaaaaaaaaa`);
    expect(response.status).toBe(404);
  });

  it("keeps records, sessions and its address over a stop and start", async () => {
    const dave = await network.pdses[0].createAccount({ handle: "dave.test" });
    await createNote(dave, "still here");
    await network.pdses[0].stop();
    await expect(readNote(dave)).rejects.toThrow("fetch failed");
    await network.pdses[0].start();
    expect(await readNote(dave)).toMatchObject({ status: 200, body: { value: { text: "still here" } } });
    expect((await get(network.pdses[0].url, "com.atproto.server.describeServer", {})).status).toBe(200);
  });

  it("cannot create accounts while the PLC directory is down", async () => {
    await network.plc.stop();
    await expect(network.pdses[0].createAccount({ handle: "erin.test" })).rejects.toThrow("502");
    await network.plc.start();
    const { did } = await network.pdses[0].createAccount({ handle: "erin.test" });
    expect((await fetch(`${network.plc.url}/${did}`)).status).toBe(200);
  });

  it("signs a person in without a browser", async () => {
    const alice = network.account("alice.test");
    const client = await loopbackClient(alice.pds);
    const outcome = await signIn(await client.authorizeUrl(), alice);
    if (outcome._tag !== "Approved") throw new Error(JSON.stringify(outcome));
    const token = await client.exchange(outcome.redirect);
    expect(token).toMatchObject({ sub: alice.did, token_type: "dpop", scope: "atproto transition:generic" });
    expect(token.expires_in).toBeGreaterThan(100);
    expect(token.expires_in).toBeLessThanOrEqual(120);
  });

  it("narrows what is granted to what the person consents to", async () => {
    const alice = network.account("alice.test");
    const client = await loopbackClient(alice.pds);
    const outcome = await signIn(await client.authorizeUrl(), { ...alice, scope: "atproto" });
    if (outcome._tag !== "Approved") throw new Error(JSON.stringify(outcome));
    expect((await client.exchange(outcome.redirect)).scope).toBe("atproto");
  });

  it("asks a remembered person for consent only", async () => {
    const alice = network.account("alice.test");
    const client = await loopbackClient(alice.pds);
    const jar = new CookieJar();
    await signIn(await client.authorizeUrl(), { ...alice, remember: true }, jar);
    const again = await consent(await client.authorizeUrl(), alice, jar);
    expect(again._tag).toBe("Approved");
    const stranger = await consent(await client.authorizeUrl(), alice, new CookieJar());
    expect(stranger).toMatchObject({ _tag: "Denied", error: "invalid_request" });
  });

  it("tells a denial from a wrong password", async () => {
    const alice = network.account("alice.test");
    const client = await loopbackClient(alice.pds);
    expect(await reject(await client.authorizeUrl())).toMatchObject({ _tag: "Denied", error: "access_denied" });
    expect(await signIn(await client.authorizeUrl(), { ...alice, password: "wrong-password" })).toMatchObject({
      _tag: "Refused",
      step: "sign-in",
      status: 400
    });
  });

  it("opens the account database for what no API can change", async () => {
    const rows = await network.pdses[0].sql("select handle from actor order by handle");
    expect(rows).toContainEqual({ handle: "alice.test" });
  });

  it("fetches a mapped origin from loopback", async () => {
    const clientId = "https://app.tidemark-test.internal/client.json";
    const redirectUri = "http://127.0.0.1/callback";
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(
        JSON.stringify({
          client_id: clientId,
          application_type: "native",
          redirect_uris: [redirectUri],
          scope: "atproto",
          grant_types: ["authorization_code"],
          response_types: ["code"],
          token_endpoint_auth_method: "none",
          dpop_bound_access_tokens: true
        })
      );
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await network.mapOrigin("https://app.tidemark-test.internal", target);

    const pushed = await fetch(`${network.pdses[0].url}/oauth/par`, {
      method: "POST",
      body: new URLSearchParams({
        client_id: clientId,
        response_type: "code",
        redirect_uri: redirectUri,
        scope: "atproto",
        state: "state",
        code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        code_challenge_method: "S256"
      })
    });
    server.close();
    expect(pushed.status).toBe(201);
    expect(await network.fetchLog()).toContainEqual({ url: clientId, target });
  });

  it("reports errors of a command with the command's name", async () => {
    await expect(network.pdses[0].createAccount({ handle: "no spaces.test" })).rejects.toThrow("CreateAccount: ");
  });

  it("reads from the account database what the PDS wrote last, also after other processes read it", async () => {
    const [pds] = network.pdses;
    const accounts = async () => (await pds.sql("select count(*) as count from account"))[0]?.count;
    const before = Number(await accounts());
    runOnAccountDatabase(pds.directory, "select 1");
    for (const added of [1, 2]) {
      await pds.createAccount({ handle: `read-again-${added}.test` });
      expect(await accounts()).toBe(before + added);
      const [row] = runOnAccountDatabase(pds.directory, "select count(*) as count from account");
      expect(row?.count).toBe(before + added);
    }
  });

  it("reports what SQLite says about a statement", async () => {
    await expect(network.pdses[0].sql("select * from absent")).rejects.toThrow("no such table: absent");
  });
});

describe("the life of a network", () => {
  it("finds accounts, records and addresses again in a kept data directory", { timeout: startTimeout }, async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), "tidemark-kept-"));
    try {
      const first = await startNetwork({ dataDirectory, accounts: ["alice.test"] });
      await createNote(first.account("alice.test"), "kept");
      await first.stop();

      const second = await startNetwork({ dataDirectory, accounts: ["alice.test"] });
      const alice = second.account("alice.test");
      const note = await readNote(alice);
      const document = await fetch(`${second.plc.url}/${alice.did}`);
      await second.stop();
      expect(second.info.pdses).toEqual(first.info.pdses);
      expect(alice.did).toBe(first.account("alice.test").did);
      expect(note.body).toMatchObject({ value: { text: "kept" } });
      expect(document.status).toBe(200);
    } finally {
      await rm(dataDirectory, { recursive: true });
    }
  });

  it("takes a preferred port only if it is free", { timeout: startTimeout }, async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const taken = (holder.address() as AddressInfo).port;
    const network = await startNetwork({ accounts: [], preferredPorts: { pdses: [taken] } });
    await network.stop();
    holder.close();
    expect(network.info.pdses[0]?.url).not.toContain(String(taken));

    const again = await startNetwork({ accounts: [], preferredPorts: { pdses: [taken] } });
    await again.stop();
    expect(again.info.pdses[0]?.url).toBe(`http://localhost:${taken}`);
  });

  it("says so when it cannot start", { timeout: startTimeout }, async () => {
    await expect(startNetwork({ accounts: ["alice.elsewhere.test"] })).rejects.toThrow("ended before it was ready");
  });

  it("leaves nothing behind when its parent is killed", { timeout: startTimeout }, async () => {
    const script = `
      import { startNetwork } from ${JSON.stringify(new URL("startNetwork.ts", import.meta.url).href)};
      console.log(JSON.stringify((await startNetwork({ accounts: [] })).info.dataDirectory));`;
    const parent = spawn(nodeBinary(), ["--input-type=module", "--eval", script], {
      stdio: ["ignore", "pipe", "pipe"]
    });
    const [line] = await once(createInterface(parent.stdout), "line");
    const dataDirectory: string = JSON.parse(line);
    expect(existsSync(dataDirectory)).toBe(true);

    // The harness inherited this pipe, so it is at its end when both processes are gone.
    const bothGone = text(parent.stderr);
    parent.kill("SIGKILL");
    await bothGone;
    expect(existsSync(dataDirectory)).toBe(false);
  });
});
