import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { failedStart } from "./failedStart.ts";
import { ServiceProcess } from "./ServiceProcess.ts";

let folder: string;
let dataDir: string;
let service: ServiceProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidemark-workers-"));
  dataDir = join(folder, "data");
  service = await ServiceProcess.start({ env: { DATA_DIR: dataDir, WORKERS: "2" } });
}, 120_000);

afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

it("Workers share one embedded database, and the setup token and the generated keys are reported once", async () => {
  const response = await fetch(`${service.reach}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: "{ xyzStatusphereStatus { totalCount } }" })
  });
  expect(await response.json()).toEqual({ data: { xyzStatusphereStatus: { totalCount: 0 } } });
  expect(service.output).toMatch(/workers +2 for requests, 1 for background jobs/);
  expect(service.output.match(/setup token +setup_[\w-]{32}/g)).toHaveLength(1);
  expect(service.output.match(/level=WARN/g)).toHaveLength(2);
});

it("A second instance on the same data folder is refused with one line", async () => {
  const { code, lines } = await failedStart({
    DATA_DIR: dataDir,
    WORKERS: "2",
    PORT: "0",
    EXTERNAL_BASE_URL: "http://127.0.0.1:1"
  });
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/Another Tidemark service \(pid \d+\) is using .*DATA_DIR/);
});

it("An orderly stop ends the workers and the database, and leaves no lock", async () => {
  expect(await service.stop()).toBe(0);
  expect(await readdir(dataDir)).not.toContain("service.lock");
  expect(await readdir(dataDir)).not.toContain("instance.json");
  expect(await readdir(join(dataDir, "postgres"))).not.toContain("postmaster.pid");
});

it("A port that is in use is reported in one line, however many workers listen", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  const { code, lines } = await failedStart({ DATA_DIR: dataDir, WORKERS: "2", PORT: port });
  other.close();
  expect(code).toBe(1);
  expect(lines).toEqual([
    `tidemark: Cannot listen on 127.0.0.1:${port}: another program uses this port; stop it or set PORT`
  ]);
});
