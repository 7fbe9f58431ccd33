import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AtUri, recordAddress } from "../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { storage } from "../../src/main/storage.ts";
import { startingLexicons } from "../domain/lexicon/startingLexicons.ts";
import * as TestDatabase from "../support/TestDatabase.ts";
import { testSecrets } from "../support/testSubjectKeys.ts";
import { ServiceProcess } from "./ServiceProcess.ts";

const databases = ManagedRuntime.make(TestDatabase.database);

let dataDir: string;
let service: ServiceProcess;

/** Three records of 60 kB each, as a second process puts them in. */
const fill = Effect.gen(function* () {
  const index = yield* RecordIndex;
  yield* index.define(startingLexicons);
  for (const rkey of ["a", "b", "c"]) {
    const uri = AtUri.make(`at://did:plc:alice234alice234alice234/xyz.statusphere.status/${rkey}`);
    yield* index.put({
      uri,
      ...recordAddress(uri),
      cid: Cid.make("bafyreihffx5a2e7k5uwrmmgofbvzujc5cmw5h4espouwuxt3liqoflx3ee"),
      rev: null,
      indexedAt: "2026-11-27T12:00:00.000Z",
      value: { status: "🌊", createdAt: "2026-11-27T12:00:00Z", pad: "x".repeat(60_000) }
    });
  }
});

const ask = async (query: string) => {
  const response = await fetch(`${service.reach}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query })
  });
  const { data, errors } = Object(await response.json());
  return { status: response.status, data, error: errors?.[0] };
};

beforeAll(async () => {
  const { url } = await databases.runPromise(TestDatabase.TestDatabase);
  dataDir = await mkdtemp(join(tmpdir(), "tidemark-limits-"));
  const env = { DATABASE_URL: Redacted.value(url), DATA_DIR: dataDir, QUERY_ANSWER_BYTES: "150000" };
  service = await ServiceProcess.start({ env });
  await Effect.runPromise(
    Effect.provide(fill, storage({ databaseUrl: url, dataDir, secrets: testSecrets, purpose: "command" }))
  );
});

afterAll(async () => {
  await service?.stop();
  await databases.dispose();
  await rm(dataDir, { recursive: true, force: true });
});

it("A response above the configured size is refused, the limit is named, and the service continues", async () => {
  const values = (first: number, fields: string) =>
    ask(`{ xyzStatusphereStatus(first: ${first}) { nodes { ${fields} } } }`);
  for (let again = 0; again < 30; again += 1) {
    const { status, data, error } = await values(3, "value");
    expect([status, data, error.extensions.code]).toEqual([200, null, "RESPONSE_TOO_LARGE"]);
    expect(error.message).toMatch(/more than 150000 bytes.*first, last/);
  }
  expect((await values(1, "value value2: value value3: value")).error.extensions.code).toBe("RESPONSE_TOO_LARGE");
  expect((await values(1, "value")).data.xyzStatusphereStatus.nodes[0].value.pad).toHaveLength(60_000);
  expect((await values(3, "status")).data.xyzStatusphereStatus.nodes).toHaveLength(3);
  expect(service.output).not.toMatch(/level=(?:ERROR|FATAL)/);
});
