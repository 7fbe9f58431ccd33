import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "./eventually.ts";
import { ServiceProcess } from "./ServiceProcess.ts";

const throwOnSignal = new URL("throwOnSignal.ts", import.meta.url).href;
let dataDir: string;
let service: ServiceProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tidemark-faults-"));
  service = await ServiceProcess.start({ env: { DATA_DIR: dataDir, NODE_OPTIONS: `--import=${throwOnSignal}` } });
});

afterAll(async () => {
  await service?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const suffer = (said: string) => {
  process.kill(service.pid, "SIGUSR2");
  return eventually(`the log says ${said}`, async () => service.output.includes(said));
};

it("The process survives unhandled lost connections and rejected promises, and logs their stacks", async () => {
  for (const said of ["read ECONNRESET", "Connection terminated unexpectedly", "nobody waited for this"]) {
    await suffer(said);
    expect((await fetch(`${service.reach}/ready`)).status).toBe(200);
  }
  expect(service.isRunning).toBe(true);
  expect(service.output).toMatch(/level=ERROR[\s\S]*throwOnSignal\.ts/);
});

it("The process stops in order after any other exception, with exit code 1, a stack in the log and one line for the operator", async () => {
  await suffer("a fault of the program");
  await eventually("the process ends", async () => !service.isRunning);
  expect(service.exitCode).toBe(1);
  expect(service.output.match(/^tidemark: .*$/gm)).toEqual([
    "tidemark: An unhandled error stopped the service; its stack is in the log: a fault of the program"
  ]);
  // An orderly stop leaves no lock behind.
  await service.start();
});
