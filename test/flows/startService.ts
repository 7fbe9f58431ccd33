import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import type { Network } from "../pds/connectNetwork.ts";
import * as TestDatabase from "../support/TestDatabase.ts";
import { testSecretsEnvironment } from "../support/testSubjectKeys.ts";
import type { Registration } from "./App.ts";
import { registerByCommand } from "./registerByCommand.ts";
import { ServiceProcess } from "./ServiceProcess.ts";

/** A service on a database of its own, wired to the PDSes of the run. */
export interface TestService {
  readonly service: ServiceProcess;
  readonly env: Readonly<Record<string, string>>;
  /** Registers a client by the command line, as an operator would. */
  readonly register: (type: "public" | "confidential", redirectUri: string) => Promise<Registration>;
  /** Starts another process on the same database and keys. */
  readonly another: () => Promise<ServiceProcess>;
  readonly stop: () => Promise<void>;
}

/** Starts a service; a public URL makes it a confidential client of PDSes under that address. */
export const startService = async (
  network: Network,
  publicUrl?: string,
  settings: Readonly<Record<string, string>> = {}
): Promise<TestService> => {
  const databases = ManagedRuntime.make(TestDatabase.database);
  const { url } = await databases.runPromise(TestDatabase.TestDatabase);
  const dataDir = await mkdtemp(join(tmpdir(), "tidemark-flow-"));
  const env = {
    DATABASE_URL: Redacted.value(url),
    DATA_DIR: dataDir,
    PLC_DIRECTORY_URL: network.plc.url,
    HANDLE_RESOLVER_URL: network.pdses[0].url,
    ...testSecretsEnvironment,
    ...settings
  };
  const options = { env, ...(publicUrl !== undefined && { publicUrl }) };
  const services = [await ServiceProcess.start(options)];
  const [service] = services;
  if (service === undefined) throw new Error("no service");
  if (publicUrl !== undefined) await network.mapOrigin(publicUrl, service.reach);
  return {
    service,
    env,
    register: (type, redirectUri) => registerByCommand(env, type, redirectUri),
    another: async () => {
      const started = await ServiceProcess.start(options);
      services.push(started);
      return started;
    },
    stop: async () => {
      await Promise.all(services.map((each) => each.stop()));
      if (publicUrl !== undefined) await network.mapOrigin(publicUrl, undefined);
      await databases.dispose();
      await rm(dataDir, { recursive: true, force: true });
    }
  };
};
