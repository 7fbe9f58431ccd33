import { once } from "node:events";
import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import { type StartedNetwork, startNetwork } from "../pds/startNetwork.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where a test asks for the network of real PDSes of this run; the first to ask starts it. */
    readonly pdsNetworkUrl: string;
  }
}

const options = { pdsCount: 2, accounts: ["alice.test", "bob.test", "carol.pds2.test"] };

/** Starts, once per run and only when a test asks for it, the PDSes that tests share. See `withPds`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let network: Promise<StartedNetwork> | undefined;
  const start = (): Promise<StartedNetwork> => {
    network ??= startNetwork(options);
    return network;
  };
  const server = createServer((_, response) => {
    start().then(
      ({ info }) => response.writeHead(200).end(JSON.stringify(info)),
      (error: unknown) => response.writeHead(503).end(error instanceof Error ? error.message : String(error))
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The switch of the test PDSes has no port");
  project.provide("pdsNetworkUrl", `http://127.0.0.1:${address.port}`);
  return async () => {
    server.close();
    await network?.then(({ stop }) => stop()).catch(() => undefined);
  };
}
