/** The process that sends statuses for `npm run bench -- live`, each made when it is sent. */
import { EventServer } from "../sync/EventServer.ts";
import { firstTime } from "../sync/jetstreamEvents.ts";
import type { ReleaseTo } from "../sync/serveEvents.ts";
import { statusMessage } from "./statusEvents.ts";

const server = new EventServer({
  message: statusMessage,
  opcode: "text",
  startOf: (cursor) => (cursor === null ? null : Math.max(0, Number(cursor) - firstTime))
});
const port = await server.listen(() => null);
process.on("message", ({ path, perSecond, upTo }: ReleaseTo) => server.release(path, { upTo, perSecond }));
process.once("disconnect", () => process.exit(0));
process.send?.({ port, repositories: [] });
