import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as Effect from "effect/Effect";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as SecureRandomNode from "../../src/adapters/crypto/SecureRandomNode.ts";
import { ConfiguredAdmins } from "../../src/application/admin/ConfiguredAdmins.ts";
import { AtUri, recordAddress } from "../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { storage } from "../../src/main/storage.ts";
import { startingLexicons } from "../domain/lexicon/startingLexicons.ts";
import { adminSession } from "../support/adminSession.ts";
import * as TestDatabase from "../support/TestDatabase.ts";
import { testSecrets, testSecretsEnvironment } from "../support/testSubjectKeys.ts";
import { zipOf } from "../support/zip.ts";
import { QueryLoad } from "./QueryLoad.ts";
import { ServiceProcess } from "./ServiceProcess.ts";

const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const run = promisify(execFile);
const databases = ManagedRuntime.make(TestDatabase.database);
const author = Did.make("did:plc:alice234alice234alice234");
const records = 1500;
/** Those in addition that have no mood. */
const moodless = 250;

let dataDir: string;
let env: Readonly<Record<string, string>>;
let services: ReadonlyArray<ServiceProcess> = [];
let admin: Readonly<Record<string, string>>;

const uriOf = (at: number) => AtUri.make(`at://${author}/xyz.statusphere.status/status-${at}`);

/** Puts records into the index as a third process would. */
const fill = Effect.gen(function* () {
  const index = yield* RecordIndex;
  yield* index.define(startingLexicons);
  yield* Effect.forEach(
    Array.from({ length: records + moodless }, (_, at) => at),
    (at) => {
      const uri = uriOf(at);
      const status = at < records ? { status: "🌊", mood: `mood ${at}` } : { status: "🪨" };
      return index.put({
        uri,
        ...recordAddress(uri),
        cid: Cid.make("bafyreihffx5a2e7k5uwrmmgofbvzujc5cmw5h4espouwuxt3liqoflx3ee"),
        rev: null,
        indexedAt: "2026-11-27T12:00:00.000Z",
        value: { ...status, $type: "xyz.statusphere.status", createdAt: "2026-11-27T12:00:00Z" }
      });
    },
    { discard: true }
  );
});

const ask = async (service: ServiceProcess, path: string, body: object, headers = {}) => {
  const response = await fetch(`${service.reach}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  });
  const { data, errors } = Object(await response.json());
  return { status: response.status, data, errors };
};

const upload = (service: ServiceProcess, files: Readonly<Record<string, string>>) => {
  const query = "mutation ($zipBase64: String!) { uploadLexicons(zipBase64: $zipBase64) }";
  return ask(service, "/admin/graphql", { query, variables: { zipBase64: zipOf(files).toString("base64") } }, admin);
};

const lexicon = (id: string, properties: object, required: ReadonlyArray<string> = []) =>
  JSON.stringify({
    lexicon: 1,
    id,
    defs: { main: { type: "record", key: "tid", record: { type: "object", required, properties } } }
  });
const status = (more: object = {}, required: ReadonlyArray<string> = []) =>
  lexicon(
    "xyz.statusphere.status",
    { status: { type: "string" }, createdAt: { type: "string", format: "datetime" }, ...more },
    required
  );

const query = '{ xyzStatusphereStatus(first: 3, where: { status: { eq: "🌊" } }) { totalCount nodes { status } } }';
const expected = JSON.stringify({
  xyzStatusphereStatus: { totalCount: records, nodes: Array.from({ length: 3 }, () => ({ status: "🌊" })) }
});

/** What a change may take to reach every process, in milliseconds: the second that is promised, on a machine that others use too. */
const patience = 5000;

/** Milliseconds from `since` until a service answers a query without errors. */
const untilAnswered = async (service: ServiceProcess, query: string, since: number): Promise<number> => {
  for (;;) {
    const { data, errors } = await ask(service, "/graphql", { query });
    const waited = performance.now() - since;
    if (errors === undefined && data !== undefined) return waited;
    if (waited > 10_000) throw new Error(`${service.reach}: ${JSON.stringify(errors)}`);
  }
};

/** Sends a query from each of two lines to each service, whose answer must be the expected one. */
const queryLoad = (services: ReadonlyArray<ServiceProcess>) =>
  new QueryLoad(
    [...services, ...services].map((service) => async () => {
      const { status, data, errors } = await ask(service, "/graphql", { query });
      return status === 200 && JSON.stringify(data) === expected ? null : JSON.stringify({ status, data, errors });
    })
  );

/** Waits until every service counts this number of records without a mood. */
const untilMoodless = async (count: number): Promise<void> => {
  const query = '{ xyzStatusphereStatus(where: { status: { eq: "🪨" } }) { totalCount } }';
  const since = performance.now();
  for (const service of services)
    for (;;) {
      const { data, errors } = await ask(service, "/graphql", { query });
      expect(errors).toBeUndefined();
      if (data.xyzStatusphereStatus.totalCount === count) break;
      if (performance.now() - since > 90_000) throw new Error(`${service.reach}: ${JSON.stringify(data)}`);
    }
};

beforeAll(async () => {
  const { url } = await databases.runPromise(TestDatabase.TestDatabase);
  dataDir = await mkdtemp(join(tmpdir(), "tidemark-lexicons-"));
  env = { DATABASE_URL: Redacted.value(url), DATA_DIR: dataDir, ...testSecretsEnvironment };
  services = [await ServiceProcess.start({ env }), await ServiceProcess.start({ env })];
  const kept = storage({ databaseUrl: url, dataDir, secrets: testSecrets, purpose: "command" });
  await Effect.runPromise(Effect.provide(fill, kept));
  const session = await Effect.runPromise(
    adminSession(author).pipe(
      Effect.provide(kept),
      Effect.provide(SecureRandomNode.layer),
      Effect.provideService(ConfiguredAdmins, [])
    )
  );
  admin = { cookie: `tidemark-admin=${session}`, "sec-fetch-site": "same-origin" };
});

afterAll(async () => {
  await Promise.all(services.map((each) => each.stop()));
  await databases.dispose();
  await rm(dataDir, { recursive: true, force: true });
});

it("An import activates Lexicons in every process at once, and disturbs no query", async () => {
  const [first, second] = services;
  if (first === undefined || second === undefined) throw new Error("no services");
  const load = queryLoad([first, second]);
  try {
    const mood = status({ mood: { type: "string" } });
    const uploaded = await upload(first, { "set/status.json": mood, "note.json": lexicon("com.example.note", {}) });
    expect(uploaded.errors).toBeUndefined();
    const acknowledged = performance.now();
    const asked = `{ comExampleNote { totalCount } xyzStatusphereStatus(where: { mood: { contains: "42" } }) { totalCount } }`;
    expect(await untilAnswered(second, asked, acknowledged)).toBeLessThan(patience);
    expect(await untilAnswered(first, asked, acknowledged)).toBeLessThan(patience);
    for (const service of [first, second]) {
      const { data } = await ask(service, "/graphql", { query: asked });
      expect(data.xyzStatusphereStatus.totalCount).toBeGreaterThan(10);
    }

    const refused = await upload(second, { "set/status.json": mood, "half.json": "{", "../out.json": "{}" });
    expect(refused.errors[0].extensions.faults).toHaveLength(2);
    expect((await ask(second, "/graphql", { query: asked })).errors).toBeUndefined();

    const archive = join(dataDir, "set.zip");
    await writeFile(archive, zipOf({ "deep/status.json": status({ note: { type: "integer" } }) }));
    await run(process.execPath, [cli, "lexicons", "import", archive], { env: { PATH: process.env.PATH, ...env } });
    const imported = performance.now();
    const noted = "{ xyzStatusphereStatus(where: { note: { isNull: true } }) { totalCount } }";
    for (const service of [first, second]) expect(await untilAnswered(service, noted, imported)).toBeLessThan(patience);
    const { data, errors } = await ask(second, "/admin/graphql", { query: "{ lexicons { id } }" }, admin);
    expect(errors).toBeUndefined();
    expect(data.lexicons).toEqual([{ id: "xyz.statusphere.status" }]);
  } finally {
    const wrong = await load.end();
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(load.answered).toBeGreaterThan(100);
  }
});

it("Records that an import makes invalid are removed, and return with another import; no query misses another record", {
  timeout: 240_000
}, async () => {
  const [first, second] = services;
  if (first === undefined || second === undefined) throw new Error("no services");
  const load = queryLoad([first, second]);
  try {
    const mood = { mood: { type: "string" } };
    expect((await upload(first, { "status.json": status(mood, ["mood"]) })).errors).toBeUndefined();
    await untilMoodless(0);
    const explained = await run(process.execPath, [cli, "sync", "explain", uriOf(records)], {
      env: { PATH: process.env.PATH, ...env }
    });
    expect(explained.stdout).toContain("mood is missing");
    expect((await upload(second, { "status.json": status(mood) })).errors).toBeUndefined();
    await untilMoodless(moodless);
  } finally {
    const wrong = await load.end();
    expect(wrong.slice(0, 3)).toEqual([]);
  }
});
