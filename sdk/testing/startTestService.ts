import { requireNode } from "./requireNode.ts";
import type { TestService, TestServiceOptions } from "./TestService.ts";

/**
 * Starts an instance in this process, on a free port: a GraphQL API, an OAuth server, and a PDS, all in memory. Needs
 * Node 22.10, and says so on an older one before it loads what that one cannot run.
 */
export const startTestService = async (options: TestServiceOptions = {}): Promise<TestService> => {
  requireNode(process.versions.node);
  const { runTestService } = await import("./runTestService.ts");
  return runTestService(options);
};
