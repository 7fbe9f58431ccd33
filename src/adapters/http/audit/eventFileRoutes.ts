import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { ndjson } from "../../../application/audit/ndjson.ts";
import { type FoundArchived, findArchived } from "../../../application/retention/findArchived.ts";
import { type NotSealed, proveEvent } from "../../../application/transparency/proveEvent.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { tlogProofText } from "../../../domain/transparency/tlogProof.ts";
import { checkEvent } from "../../../domain/verification/checkEvent.ts";
import { isOpenedFromElsewhere } from "../browser/sameOrigin.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { type HttpResponse, noStore } from "../server/response/HttpResponse.ts";
import type { Route } from "../server/routing/Route.ts";
import { adminOf } from "../settings/adminOf.ts";
import { adminRequired, fromElsewhere, problem, unavailable } from "./auditProblems.ts";

const folder = "/admin/audit/events/";

const fileName = /^([1-9]\d{0,14})\.(tlog-proof|ndjson)$/;

const noFile = problem(
  404,
  "not_found",
  `There is no such file: ${folder}<position>.tlog-proof is the proof of an event, and <position>.ndjson its line in an export.`
);

const beyond = (position: number, head: number) =>
  problem(404, "not_found", `There is no event ${position}: the log ends at ${head}.`);

const notSealed = ({ position }: NotSealed) =>
  problem(
    409,
    "not_sealed",
    `No checkpoint covers event ${position} yet. Events are sealed within seconds: try again in a moment.`,
    { "retry-after": "1" }
  );

const archived = (position: number, found: FoundArchived | null) =>
  problem(
    404,
    "archived",
    found?.archive
      ? `Event ${position} was archived: on the command line, tidemark audit export --archive ${found.archive.named.file} prints it.`
      : `Event ${position} is not in the database, and no event names an archive that has it.`
  );

const tilesMissing = (sentence: string) => problem(500, "tiles_missing", `${sentence}.`);

const fileOf = (name: string, type: string, body: string): HttpResponse => ({
  status: 200,
  headers: { "content-type": type, "content-disposition": `attachment; filename="${name}"`, ...noStore },
  body
});

const proof = (position: number) =>
  Effect.map(proveEvent(position), (proven) =>
    fileOf(`tidemark-event-${position}.tlog-proof`, "text/plain; charset=utf-8", tlogProofText(proven))
  ).pipe(
    Effect.catchTags({
      NotSealed: (error) => Effect.succeed(notSealed(error)),
      TilesMissing: ({ message }) => Effect.succeed(tilesMissing(message))
    })
  );

/** The line is sent as it is stored: whoever verifies it finds out whether it was changed. */
const line = Effect.fnUntraced(function* (position: number) {
  const [event] = yield* (yield* EventLog).read(position - 1, 1);
  if (event?.position !== position) return archived(position, yield* findArchived(position));
  const name = `tidemark-event-${position}.ndjson`;
  return fileOf(name, "application/x-ndjson; charset=utf-8", ndjson.line({ ...checkEvent(event), proof: null }));
});

const sendFile = Effect.fnUntraced(
  function* (request: HttpRequest) {
    if (isOpenedFromElsewhere(request)) return fromElsewhere;
    if (Option.isNone(yield* adminOf(request))) return adminRequired;
    const [, digits = "", kind] = fileName.exec(request.path.slice(folder.length)) ?? [];
    if (digits === "") return noFile;
    const position = Number(digits);
    const head = yield* (yield* EventLog).head;
    if (position > head) return beyond(position, head);
    return yield* kind === "ndjson" ? line(position) : proof(position);
  },
  Effect.catchAll(() => Effect.succeed(unavailable))
);

type Needs = Effect.Effect.Context<ReturnType<typeof sendFile>>;

/**
 * Serves what somebody needs to verify one event elsewhere: its proof (C2SP tlog-proof) against the latest checkpoint, and
 * its line in an export.
 */
export const eventFileRoutes: ReadonlyArray<Route<Needs>> = [
  {
    methods: ["GET"],
    path: `${folder}*`,
    origins: "same",
    whenClientLeaves: "interrupt",
    whenSpeculative: "refuse",
    handle: sendFile
  }
];
