import type { TestProject } from "vitest/node";
import { startEmbedded } from "./embeddedServer.ts";
import { startContainer } from "./testContainer.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Administrator's url of the server that this run creates its databases in. */
    readonly postgresUrl: string;
  }
}

interface Server {
  readonly url: string;
  readonly taken: string;
  readonly stop: () => Promise<unknown>;
}

const oneLine = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).split("\n", 1).join();

const container = async (): Promise<Server> => {
  const started = await startContainer();
  return { url: started.getConnectionUri(), taken: "a container of postgres:17-alpine", stop: () => started.stop() };
};

const withoutContainer = async (cause: unknown): Promise<Server> => {
  const url = process.env.DATABASE_URL;
  const why = `no container started: ${oneLine(cause)}`;
  if (url) return { url, taken: `DATABASE_URL (${why})`, stop: () => Promise.resolve() };
  const { stop, url: embedded } = await startEmbedded();
  return { url: embedded, taken: `the embedded PostgreSQL (${why}; DATABASE_URL is not set)`, stop };
};

/** Starts, once per run, the server that test databases are created in, and says in one line which. */
export default async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  const server = await container().catch(withoutContainer);
  process.stdout.write(`Test databases: ${server.taken}\n`);
  project.provide("postgresUrl", server.url);
  return server.stop;
}
