import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allowedStatuses, ServiceUnderLoss } from "./ServiceUnderLoss.ts";

let service: ServiceUnderLoss;

beforeAll(async () => {
  service = await ServiceUnderLoss.start(null);
});

afterAll(() => service?.stop());

const postmaster = async (): Promise<number> => {
  const file = await readFile(join(service.dataDir, "postgres", "postmaster.pid"), "utf8");
  return Number(file.split("\n", 1)[0]);
};

/** The server processes of the connections of the service. */
const backends = async (): Promise<ReadonlyArray<number>> => {
  const parent = await postmaster();
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      return Number(stat.split(") ")[1]?.split(" ")[1]) === parent && command.includes("[local]") ? [pid] : [];
    })
  );
  return found.flat();
};

const underLoad = async (clients: number, kill: () => Promise<void>): Promise<void> => {
  const load = service.load(clients);
  await setTimeout(300);
  await kill().finally(() => setTimeout(300));
  for (const status of await load.stop()) expect(allowedStatuses).toContain(status);
  await service.recovers();
};

it.each([1, 8, 32])(
  "The service survives kill -9 of a database server process under the load of %i clients",
  async (clients) => {
    await underLoad(clients, async () => {
      const [backend = 0] = await backends();
      expect(backend).toBeGreaterThan(0);
      process.kill(backend, "SIGKILL");
    });
  }
);

it("The service survives kill -9 of the database under load, and starts it again", async () => {
  await underLoad(8, async () => {
    process.kill(await postmaster(), "SIGKILL");
  });
});
