import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { afterAll, assert, beforeAll, it } from "vitest";
import { freePort } from "../pds/freePort.ts";
import type { Account } from "../pds/NetworkInfo.ts";
import { readTar } from "../support/readTar.ts";
import { attributeOf, type CollectedSpan, SpanCollector } from "../support/spanCollector.ts";
import { withPds } from "../support/withPds.ts";
import { AdminBrowser } from "./AdminBrowser.ts";
import { App, type Tokens } from "./App.ts";
import { eventually } from "./eventually.ts";
import { startService, type TestService } from "./startService.ts";
import { SentSecrets } from "./telemetry/SentSecrets.ts";

const publicUrl = "https://traces.tidemark.internal";
const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const run = promisify(execFile);

const metricsToken = "metrics-token-of-the-traces-0123456789";
const webhookSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDNlXmYnPQ";
const collectorToken = "token-of-the-collector-0123456789";
const webhookToken = "token-in-the-address-of-the-webhook";
const textOfRecord = "what somebody wrote in a record";
const queryValue = "a-value-of-a-query-that-nobody-may-see";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

/** What looks like a secret or an identity, whoever made it: tokens of the test PDS and of this service, DIDs, addresses. */
const shapes: Readonly<Record<string, RegExp>> = {
  "a JWT": /eyJ[\w-]{8,}\.[\w-]{8,}/,
  "a DID": /\bdid:[a-z]+:/,
  "an at-uri": /\bat:\/\//,
  "a request_uri": /urn:ietf:params:oauth:request_uri/,
  "a value of the PDS": /\b(?:cod|dev|ref|req|ses|tok)-[0-9a-f]{24,}/,
  "a value of this service": /\b(?:setup|refresh|access|code|secret)_[\w-]{20,}/,
  "a key": /-----BEGIN|"d":"/,
  "an address": /\b(?:\d{1,3}\.){3}\d{1,3}\b|::1\b/
};

await withPds("traces", (network) => {
  const secrets = new SentSecrets();
  let collector: SpanCollector;
  let running: TestService;
  let metricsUrl = "";
  let hook: ReturnType<typeof createServer>;
  let browser: AdminBrowser;
  let app: App;
  let tokens: Tokens;
  let admin: Account;
  let person: Account;
  let hooks = 0;

  const account = (name: string) => network.pdses[0].createAccount({ handle: `${name}.test` });

  const create =
    'mutation ($status: String!) { createXyzStatusphereStatus(input: { status: $status, createdAt: "2026-11-27T12:00:00Z" }) { uri } }';

  beforeAll(async () => {
    collector = await SpanCollector.start();
    hook = createServer((request, response) => {
      request.resume().once("end", () => response.writeHead(204).end());
      hooks += 1;
    });
    await once(hook.listen(0, "127.0.0.1"), "listening");
    const address = hook.address();
    const hookPort = typeof address === "object" ? address?.port : 0;
    const port = await freePort();
    metricsUrl = `http://127.0.0.1:${port}/metrics`;
    running = await startService(network, publicUrl, {
      LOG_FORMAT: "json",
      METRICS_PORT: String(port),
      METRICS_TOKEN: metricsToken,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${collectorToken}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
      WEBHOOK_URL: `http://127.0.0.1:${hookPort}/hook?token=${webhookToken}`,
      WEBHOOK_SECRET: webhookSecret
    });
    admin = await account("traced-admin");
    person = await account("traced-person");
    const { password } = new URL(running.env.DATABASE_URL ?? "");
    secrets.note(metricsToken, webhookSecret, collectorToken, webhookToken, textOfRecord, queryValue, password);
    secrets.note(running.env.SECRET_KEY_BASE, admin.did, admin.handle, admin.password, person.did, person.handle);
    secrets.note(person.password);
  }, 120_000);
  afterAll(async () => {
    secrets.restore();
    await running?.stop();
    collector?.stop();
    hook?.close();
    hook?.closeAllConnections();
  });

  it("An admin signs in, and everything else that has secrets happens", async () => {
    const { service } = running;
    const setupToken = /setup_[\w-]{32}/.exec(service.output)?.[0] ?? "";
    secrets.note(setupToken);
    browser = new AdminBrowser(service);
    await browser.post("/settings/sign-in", { token: setupToken });
    assert.strictEqual(await browser.signIn(admin), "/settings");
    await browser.graphql("mutation ($account: String!) { addAdmin(account: $account) { did } }", {
      account: person.handle
    });
    const registration = await running.register("public", "http://127.0.0.1:4321/callback");
    const confidential = await running.register("confidential", "https://client.example/callback");
    secrets.note(confidential.clientSecret);
    app = await App.make(service, registration);
    tokens = await app.login(person);
    assert.isUndefined((await app.graphql(create, { status: "🌊" }, tokens, { traceparent })).errors);
    const query = "query ($status: String) { xyzStatusphereStatus(where: { status: { eq: $status } }) { totalCount } }";
    await app.graphql(query, { status: queryValue });
    await app.graphql(
      `{ viewer { handle } xyzStatusphereStatus(where: { did: { eq: "${person.did}" } }) { totalCount } }`,
      {},
      tokens
    );
    const refreshed = await app.refresh(tokens);
    const server = await App.make(service, confidential);
    const bearer = await server.login(person);
    await server.refresh(bearer);
    tokens = refreshed;
  }, 60_000);

  it("Requests that are refused, and a PDS that responds with errors, leave spans and lines too", async () => {
    const { reach } = running.service;
    const forms: ReadonlyArray<Record<string, string>> = [
      { grant_type: "authorization_code", code: "a-code-that-nobody-issued", client_id: "client-that-is-unknown" },
      {
        grant_type: "refresh_token",
        refresh_token: tokens.refreshToken.slice(0, -2),
        client_id: app.registration.clientId
      }
    ];
    for (const form of forms) await fetch(`${reach}/oauth/token`, { method: "POST", body: new URLSearchParams(form) });
    await fetch(`${reach}/oauth/atp/callback?code=cod-0123456789abcdef0123456789&state=a-state-that-is-unknown`);
    await fetch(`${reach}/unknown/${person.did}`);
    await fetch(`${reach}/graphql`, {
      method: "POST",
      headers: { authorization: "Bearer a-token-that-is-wrong" },
      body: "{"
    });
    await app.graphql('mutation { deleteXyzStatusphereStatus(rkey: "nowhere-to-be-found") { uri } }', {}, tokens);
    await app.graphql(`query { record(uri: "at://${person.did}/x.y.z/${queryValue}") { uri } }`);
    await fetch(`${reach}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ redirect_uris: ["https://self.example/callback"], client_name: queryValue })
    });
    await app
      .visit(app.begin(), await app.authorizationUrl(app.begin(), { login_hint: "nobody-there.test" }))
      .catch(() => null);
  });

  it("The webhook is sent, and a person is erased", async () => {
    await eventually("the webhook was called", async () => hooks > 0);
    const mutation = `mutation ($account: String!, $did: String!) {
      eraseSubject(account: $account, confirmation: $did, reason: "asked for") { records } }`;
    const { data } = await browser.graphql(mutation, { account: person.handle, did: person.did });
    assert.isNotNull(Object(data).eraseSubject);
  });

  it("The support bundle of the running service has all of its parts, and none of these values", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tidemark-bundle-"));
    try {
      const log = join(folder, "service.log");
      await writeFile(log, running.service.output);
      const archive = join(folder, "support.tar.gz");
      const { stdout } = await run(
        process.execPath,
        [cli, "doctor", "--bundle", "--output", archive, "--log", log, "--json"],
        {
          env: {
            PATH: process.env.PATH ?? "",
            ...running.env,
            PORT: String(running.service.port),
            EXTERNAL_BASE_URL: publicUrl,
            ADMIN_DIDS: admin.did,
            LABELERS: person.did
          }
        }
      );
      const { contains, missing } = JSON.parse(stdout);
      assert.deepStrictEqual(missing, []);
      assert.lengthOf(contains, 9);
      const files = readTar(gunzipSync(await readFile(archive)));
      assert.sameMembers([...files.keys()], [...contains, "README.txt"]);
      for (const [name, content] of files) {
        const hosts = [new URL(publicUrl).hostname, new URL(network.pdses[0].url).host];
        assert.deepStrictEqual(
          [...secrets.values, ...hosts].filter((secret) => content.includes(secret)),
          [],
          name
        );
        for (const [what, shape] of Object.entries(shapes)) assert.notMatch(content, shape, `${what} in ${name}`);
      }
      assert.include(files.get("metrics.txt"), "tidemark_http_requests_total{");
      const { head } = JSON.parse(files.get("log.json") ?? "");
      assert.isAbove(head, 10);
      assert.strictEqual(JSON.parse(files.get("settings.json") ?? "").LOG_FORMAT.value, "json");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 120_000);

  let spans: ReadonlyArray<CollectedSpan> = [];
  let metrics = "";

  it("An orderly stop exports the spans that wait", async () => {
    metrics = await (await fetch(metricsUrl, { headers: { authorization: `Bearer ${metricsToken}` } })).text();
    assert.match(metrics, /^tidemark_trace_spans_total\{result="exported"\} \d+$/m);
    await fetch(`${running.service.reach}/.well-known/oauth-authorization-server`);
    assert.strictEqual(await running.service.stop(), 0);
    spans = collector.spans;
    assert.isTrue(spans.some((span) => attributeOf(span, "http.route") === "/.well-known/oauth-authorization-server"));
    for (const result of ["dropped", "refused"])
      assert.include(metrics, `tidemark_trace_spans_total{result="${result}"} 0`);
    assert.isTrue(collector.headers.every(({ authorization }) => authorization === `Bearer ${collectorToken}`));
  });

  it("A request continues the trace of its caller, down to its statements and to the PDS", () => {
    const own = spans.filter((span) => span.traceId === traceId);
    const request = own.find(({ kind }) => kind === 2);
    assert.strictEqual(request?.name, "POST /graphql");
    assert.strictEqual(request?.parentSpanId, "b7ad6b7169203331");
    assert.strictEqual(attributeOf(request ?? { attributes: [] }, "tidemark.request.kind"), "graphql-mutation");
    const names = own.map(({ name }) => name);
    for (const name of ["writeRecord", "COMMIT", "POST com.atproto.repo.createRecord"]) assert.include(names, name);
    const ids = new Set(own.map(({ spanId }) => spanId));
    for (const span of own) if (span !== request) assert.isTrue(ids.has(span.parentSpanId ?? ""), span.name);
    const calls = own.filter(({ name }) => name === "POST com.atproto.repo.createRecord");
    const said = calls.map((call) => [
      attributeOf(call, "server.address"),
      attributeOf(call, "http.response.status_code")
    ]);
    assert.deepInclude(said, [new URL(network.pdses[0].url).hostname, "200"]);
  });

  it("The id of a request is in its span, in its response, and in the event that it caused", async () => {
    const ids = new Set(spans.flatMap((span) => attributeOf(span, "tidemark.request.id") ?? []));
    const { stdout } = await run(process.execPath, [cli, "audit", "export", "--format", "ndjson"], {
      env: { PATH: process.env.PATH ?? "", ...running.env, EXTERNAL_BASE_URL: publicUrl },
      maxBuffer: 100_000_000
    });
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const caused = events.flatMap(({ event }) => (event?.requestId ? [String(event.requestId)] : []));
    assert.isAbove(caused.length, 10);
    assert.deepStrictEqual(
      caused.filter((id) => !ids.has(id)),
      []
    );
  });

  it("No secret, token, code, DID, handle, value or address is in a span, in a metric or in the log", () => {
    // Lines about an account that is indexed name it, because the operator may have to look for it.
    const log = running.service.output
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .join("\n")
      .replaceAll(/the (?:account|identity|repository)(?: of)? did:[a-z]+:\S+/gi, "");
    const texts = { spans: Buffer.concat(collector.bodies).toString(), metrics, log };
    assert.isAbove(spans.length, 200);
    assert.match(log, /Index/);
    assert.isAbove(secrets.values.size, 60);
    for (const [where, text] of Object.entries(texts)) {
      const found = [...secrets.values].filter((secret) => text.includes(secret));
      assert.deepStrictEqual(found, [], where);
      const shaped = Object.entries(shapes).flatMap(([what, shape]) => {
        const match = shape.exec(
          where === "spans" ? text.replaceAll('"server.address","value":{"stringValue":"127.0.0.1"}', "") : text
        );
        return match === null ? [] : [`${what}: ${text.slice(Math.max(0, match.index - 80), match.index + 80)}`];
      });
      assert.deepStrictEqual(shaped, [], where);
    }
  });

  it("Names of spans and values of their attributes are from closed sets, except ids and numbers", () => {
    const open = new Set(["tidemark.request.id", "server.port", "http.response.status_code"]);
    const values = new Set(
      spans.flatMap(({ attributes }) =>
        attributes.flatMap((attribute) =>
          open.has(attribute.key) ? [] : [`${attribute.key}=${attributeOf({ attributes: [attribute] }, attribute.key)}`]
        )
      )
    );
    for (const value of values) assert.match(value, /^[a-z._]+=[\w ./*-]{0,80}$/);
    assert.isBelow(values.size, 250);
  });
});
