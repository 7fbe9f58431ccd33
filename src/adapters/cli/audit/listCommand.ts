import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import { type NamedEvent, nameEvents } from "../../../application/audit/nameEvents.ts";
import { type AuditFilter, matchesAuditFilter } from "../../../domain/audit/AuditFilter.ts";
import { AuditTrail } from "../../../domain/audit/AuditTrail.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import type { Given, Run } from "../command/Command.ts";
import { CommandServices } from "../command/CommandServices.ts";
import { json } from "../command/commonParameters.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { follow, limit, stories } from "./auditParameters.ts";
import { eventWriter } from "./describeEvent.ts";
import { listStories } from "./listStories.ts";
import { namedClients } from "./namedClients.ts";
import { readFilter } from "./readFilter.ts";
import { writeOut } from "./writeOut.ts";

const defaultLimit = 50;

const write = (events: ReadonlyArray<RecordedEvent>, writer: (named: NamedEvent) => string) =>
  Effect.flatMap(Effect.mapError(nameEvents(events), explainFailure), (named) => writeOut(named.map(writer).join("")));

const listLatest = (filter: AuditFilter, count: number, writer: (named: NamedEvent) => string) =>
  Effect.gen(function* () {
    const trail = yield* AuditTrail;
    const log = yield* EventLog;
    const head = yield* Effect.mapError(log.head, explainFailure);
    const request = { filter, order: "newest first", after: null, upTo: head, limit: count } as const;
    const found = yield* Effect.mapError(trail.page(request), explainFailure);
    yield* write(found.toReversed(), writer);
    return { head, isEmpty: found.length === 0 };
  });

const followLog = (filter: AuditFilter, after: number, writer: (named: NamedEvent) => string) =>
  Effect.flatMap(EventLog, (log) =>
    log.follow(after).pipe(
      Stream.mapError(explainFailure),
      Stream.filter((event) => matchesAuditFilter(filter, event)),
      Stream.runForEach((event) => write([event], writer))
    )
  );

const listEvents = (given: Given) =>
  Effect.gen(function* () {
    const filter = yield* readFilter(given);
    if (given(stories)) {
      const count = given(limit) ?? defaultLimit;
      return yield* listStories({ filter, count, asJson: given(json), isFollowing: given(follow) });
    }
    const writer = eventWriter(given(json));
    const { head, isEmpty } = yield* listLatest(filter, given(limit) ?? defaultLimit, writer);
    if (given(follow)) return yield* followLog(filter, head, writer);
    if (isEmpty && !given(json)) yield* writeOut("No event matches.\n");
  }).pipe(Effect.provide(namedClients));

export const list: Run = (given) => Effect.flatMap(CommandServices, ({ withStores }) => withStores(listEvents(given)));
