/**
 * The process that sends statuses for `npm run bench -- live`: serveStatuses.ts <now|fixed>. With `now`, each is created when
 * it is sent; with `fixed`, it is the same whenever it is sent.
 */
import { EventServer } from "../sync/EventServer.ts";
import { firstTime } from "../sync/jetstreamEvents.ts";
import type { ReleaseTo } from "../sync/serveEvents.ts";
import { spacing, statusMessage } from "./statusEvents.ts";

const isNow = process.argv[2] === "now";

const server = new EventServer({
  message: (n) => statusMessage(n, isNow ? new Date() : new Date(1_790_000_000_000 + n)),
  opcode: "text",
  startOf: (cursor) => (cursor === null ? null : Math.max(0, Math.ceil((Number(cursor) - firstTime) / spacing)))
});
const port = await server.listen(() => null);
process.on("message", ({ path, perSecond, upTo }: ReleaseTo) => server.release(path, { upTo, perSecond }));
process.once("disconnect", () => process.exit(0));
process.send?.({ port, repositories: [] });
