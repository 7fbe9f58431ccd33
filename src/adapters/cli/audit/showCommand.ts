import { join } from "node:path";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { type AuthorizationTimeline, authorizationTimeline } from "../../../application/audit/authorizationTimeline.ts";
import { type NamedEvent, nameEvents } from "../../../application/audit/nameEvents.ts";
import { resolveFilter } from "../../../application/audit/resolveFilter.ts";
import { type FoundArchived, findArchived } from "../../../application/retention/findArchived.ts";
import { readUserAccount } from "../../../domain/atproto/NamedAccount.ts";
import { typedText } from "../../../domain/atproto/typedText.ts";
import type { AuditFilter } from "../../../domain/audit/AuditFilter.ts";
import { AuditTrail } from "../../../domain/audit/AuditTrail.ts";
import { EventId } from "../../../domain/event/EventId.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { ArchiveFiles } from "../../../domain/retention/ArchiveFiles.ts";
import type { Run } from "../command/Command.ts";
import { badUsage, failure } from "../command/CommandFailed.ts";
import { CommandServices } from "../command/CommandServices.ts";
import { json } from "../command/commonParameters.ts";
import { columns } from "../report/columns.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { subject, subjects } from "./auditParameters.ts";
import { describeEvent, describeFully, eventJson, eventWriter } from "./describeEvent.ts";
import { namedClients } from "./namedClients.ts";
import { writeOut } from "./writeOut.ts";

const pageSize = 200;

const nothing = (what: string) =>
  failure(
    "nothing_found",
    `The history has nothing about ${what.slice(0, 200)}; tidemark audit list shows the latest events`
  );

const isArchived = ({ archive, row }: FoundArchived, folder: string) =>
  failure(
    "archived",
    archive === null
      ? `Event ${row.position} is marked as archived, and no event names its archive: run tidemark audit verify`
      : `Event ${row.position} was archived: it is in the archive ${archive.named.file} of the class ${row.class}, which event ${archive.position} names. To read it: tidemark audit export --archive ${join(folder, archive.named.file)}`
  );

const absent = (position: number) =>
  Effect.gen(function* () {
    const archived = yield* findArchived(position);
    return yield* archived === null ? nothing(String(position)) : isArchived(archived, (yield* ArchiveFiles).folder);
  });

/** Writes every event that matches a filter, oldest first, and returns their number. */
const writeAll = (filter: AuditFilter, asJson: boolean) =>
  Effect.gen(function* () {
    const trail = yield* AuditTrail;
    const log = yield* EventLog;
    const upTo = yield* log.head;
    const writer = eventWriter(asJson);
    let written = 0;
    let after = 0;
    for (let isMore = true; isMore; ) {
      const events = yield* trail.page({ filter, order: "oldest first", after, upTo, limit: pageSize });
      yield* writeOut((yield* nameEvents(events)).map(writer).join(""));
      written += events.length;
      after = events.at(-1)?.position ?? after;
      isMore = events.length === pageSize;
    }
    return written;
  });

const summarize = (timeline: AuthorizationTimeline): string => {
  const { authorizationId, clientId, clientName, did, endMessage, endReason, handle, scope, stage } = timeline;
  return `${columns([
    ["authorization", authorizationId],
    ["user", [handle, did].filter((name) => name !== null).join(" ") || "not known yet"],
    ["app", clientName === null ? clientId : `${clientName} (${clientId})`],
    ["scope", scope ?? ""],
    ["state", stage],
    ...(endReason === null ? [] : [["reason", `${endMessage ?? ""} (${endReason})`.trim()] as const])
  ])}\n\n`;
};

const showAuthorization = (authorizationId: string, asJson: boolean) =>
  Effect.gen(function* () {
    const timeline = yield* authorizationTimeline(authorizationId);
    if (timeline === null) return yield* nothing(authorizationId);
    if (!asJson) yield* writeOut(summarize(timeline));
    yield* writeAll({ journey: timeline.journey }, asJson);
  });

const isEventId = Schema.is(EventId);

/** Describes the event that caused another one; empty if none did. */
const describeCause = Effect.fnUntraced(function* ({ event: { causationId } }: NamedEvent) {
  if (!isEventId(causationId)) return "";
  const trail = yield* AuditTrail;
  const [cause] = yield* nameEvents(
    yield* trail.page({ filter: { id: causationId }, order: "oldest first", after: null, upTo: null, limit: 1 })
  );
  return cause === undefined ? "" : `\nCaused by:\n${describeEvent(cause)}`;
});

const showEvent = (filter: AuditFilter | { readonly position: number }, what: string, asJson: boolean) =>
  Effect.gen(function* () {
    const trail = yield* AuditTrail;
    const page =
      "position" in filter
        ? ({ filter: {}, order: "oldest first", after: filter.position - 1, upTo: filter.position, limit: 1 } as const)
        : ({ filter, order: "oldest first", after: null, upTo: null, limit: 1 } as const);
    const [named] = yield* nameEvents(yield* trail.page(page));
    if (named === undefined) return yield* "position" in filter ? absent(filter.position) : nothing(what);
    yield* writeOut(asJson ? eventJson(named) : `${describeFully(named)}${yield* describeCause(named)}`);
  });

const showAll = (filter: AuditFilter, what: string, asJson: boolean) =>
  Effect.filterOrFail(
    writeAll(filter, asJson),
    (written) => written > 0,
    () => nothing(what)
  );

const unreadable = (what: string): string => {
  const { suggestion } = Either.getOrElse(Either.flip(readUserAccount(what)), () => ({ suggestion: null }));
  return `<what> must be ${subjects}${suggestion === null ? "" : `; did you mean ${suggestion}?`}`;
};

const showWhat = (what: string, asJson: boolean) =>
  Effect.gen(function* () {
    if (/^[1-9][0-9]{0,14}$/.test(what)) return yield* showEvent({ position: Number(what) }, what, asJson);
    if (isEventId(what)) return yield* showEvent({ id: what }, what, asJson);
    if (what.startsWith("auth_")) {
      yield* resolveFilter({ authorizationId: what });
      return yield* showAuthorization(what, asJson);
    }
    const isRecord = /^at:\/\/[^/]+\/./i.test(typedText(what));
    if (!isRecord && Either.isLeft(readUserAccount(what))) return yield* badUsage(unreadable(what));
    const filter = yield* resolveFilter(isRecord ? { uri: what } : { did: what });
    yield* showAll(filter, what, asJson);
  }).pipe(
    Effect.mapError((error) => {
      if (error._tag === "CommandFailed") return error;
      return error._tag === "InvalidAuditFilter" ? badUsage(`<what> ${error.problem}`) : explainFailure(error);
    })
  );

export const show: Run = (given) =>
  Effect.flatMap(CommandServices, ({ withStores }) =>
    withStores(Effect.provide(showWhat(given(subject), given(json)), namedClients))
  );
