/** The entry for the tests of apps: Node.js 22.10 and later. */
export { startTestService } from "./startTestService.ts";
export type { TestClient, TestPerson, TestService, TestServiceOptions } from "./TestService.ts";
