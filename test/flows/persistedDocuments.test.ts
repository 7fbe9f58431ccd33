import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as TestDatabase from "../support/TestDatabase.ts";
import { failedStart } from "./failedStart.ts";
import { ServiceProcess } from "./ServiceProcess.ts";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

const known = "query Statuses { xyzStatusphereStatus(first: 5) { nodes { uri } } }";
const deep = "{ viewer { xyzStatusphereStatusByDid { edges { node { uri } } } } }";
const databases = ManagedRuntime.make(TestDatabase.database);

let folder: string;
let env: Readonly<Record<string, string>>;
let service: ServiceProcess;

const ask = async (body: object) => {
  const response = await fetch(`${service.reach}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body)
  });
  const { data, errors } = Object(await response.json());
  return { data, code: errors?.[0].extensions.code, message: errors?.[0].message };
};

const byHash = (text: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: hash(text) } } });

const file = async (name: string, content: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

beforeAll(async () => {
  const { url } = await databases.runPromise(TestDatabase.TestDatabase);
  folder = await mkdtemp(join(tmpdir(), "tidemark-documents-"));
  env = { DATABASE_URL: Redacted.value(url), DATA_DIR: join(folder, "data") };
  const manifest = await file("documents.json", JSON.stringify({ [hash(known)]: known }));
  service = await ServiceProcess.start({
    env: { ...env, PERSISTED_DOCUMENTS: manifest, QUERY_DEPTH_LIMIT: "4", QUERY_COST_LIMIT: "20" }
  });
});

afterAll(async () => {
  await service?.stop();
  await databases.dispose();
  await rm(folder, { recursive: true, force: true });
});

describe("a configured service", () => {
  it("The service accepts the documents of the manifest by their hash, and other documents", async () => {
    expect(await ask(byHash(known))).toEqual({ data: { xyzStatusphereStatus: { nodes: [] } } });
    expect(await ask({ query: "{ viewer { did } }" })).toEqual({ data: { viewer: null } });
    expect((await ask(byHash("{ __typename }"))).code).toBe("PERSISTED_QUERY_NOT_FOUND");
  });

  it("The service enforces the limits of the environment, and names them", async () => {
    expect(await ask({ query: deep })).toMatchObject({ code: "DEPTH_LIMIT", message: /at most 4/ });
    const many = known.replace("5", "21");
    expect(await ask({ query: many })).toMatchObject({ code: "COST_LIMIT", message: /at most 20 / });
  });

  it("The service with only persisted documents rejects every other document", async () => {
    await service.stop();
    const documents = await file("statuses.graphql", known);
    service = await ServiceProcess.start({
      env: { ...env, PERSISTED_DOCUMENTS: documents, PERSISTED_DOCUMENTS_ONLY: "true" }
    });
    const data = { xyzStatusphereStatus: { nodes: [] } };
    expect([await ask(byHash(known)), await ask({ query: known })]).toEqual([{ data }, { data }]);
    for (const body of [{ query: "{ viewer { did } }" }, byHash("{ __typename }")])
      expect((await ask(body)).code).toBe("PERSISTED_QUERY_REQUIRED");
  });
});

describe("a start with invalid persisted documents", () => {
  const start = (more: Readonly<Record<string, string>>) =>
    failedStart({ ...env, PORT: "0", EXTERNAL_BASE_URL: "http://127.0.0.1:1", ...more });

  it("A start with invalid persisted documents reports all problems at once", async () => {
    const broken = "{ xyzStatusphereStatus";
    const unknown = "{ nothing also }";
    const manifest = { [hash(broken)]: broken, [hash(unknown)]: unknown, abc: known };
    const { code, lines } = await start({ PERSISTED_DOCUMENTS: await file("bad.json", JSON.stringify(manifest)) });
    expect(code).toBe(1);
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line).toContain("tidemark: PERSISTED_DOCUMENTS bad.json, ");
    for (const says of [/Syntax Error/, /"nothing"/, /"also"/, /abc: is not the SHA-256/])
      expect(lines.join("\n")).toMatch(says);
  });

  it("A start without persisted documents reports that there are none", async () => {
    const missing = await start({ PERSISTED_DOCUMENTS: join(folder, "missing") });
    expect(missing.lines).toEqual([expect.stringMatching(/missing: does not exist.*example: PERSISTED_DOCUMENTS=/)]);
    const empty = await file("empty.json", "{}");
    const none = await start({ PERSISTED_DOCUMENTS: empty, PERSISTED_DOCUMENTS_ONLY: "true" });
    expect(none.lines).toEqual([expect.stringContaining("every request would be rejected")]);
    const only = await start({ PERSISTED_DOCUMENTS_ONLY: "true" });
    expect(only.lines).toEqual([expect.stringContaining("PERSISTED_DOCUMENTS_ONLY is true")]);
    expect([missing.code, none.code, only.code]).toEqual([1, 1, 1]);
  });
});
