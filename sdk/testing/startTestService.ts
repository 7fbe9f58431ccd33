import { requireNode } from "./requireNode.ts";
import type { TestService, TestServiceOptions } from "./TestService.ts";

/**
 * Starts an instance in this process, on a free port: a GraphQL API, an OAuth server, and a PDS, all in memory. Requires
 * Node.js 22.10; on an older version it fails before it loads code that the version cannot run.
 */
export const startTestService = async (options: TestServiceOptions = {}): Promise<TestService> => {
  requireNode(process.versions.node);
  const { runTestService } = await import("./runTestService.ts");
  return runTestService(options);
};
