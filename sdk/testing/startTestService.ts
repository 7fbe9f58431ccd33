import { requireNode } from "./requireNode.ts";
import type { TestService, TestServiceOptions } from "./TestService.ts";

/** The kit is bundled where an instance is installed, and not at an instance that was installed without its tools. */
const explainMissingKit = (cause: unknown): never => {
  if (!(cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND")) throw cause;
  throw new Error(
    "This copy of tidemark-sdk does not contain the test kit, because the instance that served it was installed without it. On that instance, run npm run sdk:kit, start it again, and install the package again",
    { cause }
  );
};

/**
 * Starts an instance in this process, on a free port: a GraphQL API, an OAuth server, and a PDS, all in memory. Requires
 * Node.js 22.10; on an older version it fails before it loads code that the version cannot run.
 */
export const startTestService = async (options: TestServiceOptions = {}): Promise<TestService> => {
  requireNode(process.versions.node);
  const { runTestService } = await import("./runTestService.ts").catch(explainMissingKit);
  return runTestService(options);
};
