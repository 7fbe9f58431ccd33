import cluster from "node:cluster";
import * as Either from "effect/Either";
import { readVariable } from "../adapters/configuration/variables/Variable.ts";
import { workersVariable } from "../adapters/configuration/variables/workersVariable.ts";
import { readRole } from "./workers/WorkerRole.ts";

/** Runs what this process is for. Each part is loaded only where it runs, because most of a start is loading code. */
export const run = async (): Promise<void> => {
  const role = cluster.isWorker ? readRole(process.argv.slice(2)) : null;
  if (role !== null) return (await import("./workers/runWorker.ts")).runWorker(role);
  // An invalid value is reported with all other problems of the configuration.
  const workers = Either.getOrElse(readVariable(process.env, workersVariable), () => 1);
  // A process manager may run the service as a worker of its own, and only a primary process starts workers.
  if (workers > 1 && cluster.isPrimary) return (await import("./workers/runSupervisor.ts")).runSupervisor();
  (await import("./serve/runService.ts")).runService();
};
