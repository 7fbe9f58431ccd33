import * as Command from "@effect/cli/Command";
import * as HelpDoc from "@effect/cli/HelpDoc";
import * as Options from "@effect/cli/Options";
import * as ValidationError from "@effect/cli/ValidationError";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import { type NamedEvent, nameEvents } from "../../../application/audit/nameEvents.ts";
import { type AuditFilter, matchesAuditFilter } from "../../../domain/audit/AuditFilter.ts";
import { AuditTrail } from "../../../domain/audit/AuditTrail.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { CommandServices } from "../command/CommandServices.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json } from "../report/present.ts";
import { eventWriter } from "./describeEvent.ts";
import { filterOptions, typedFilter } from "./filterOptions.ts";
import { namedClients } from "./namedClients.ts";
import { writeOut } from "./writeOut.ts";

const maxEvents = 10_000;

const limit = Options.integer("limit").pipe(
  Options.withPseudoName("count"),
  Options.withDescription(`How many, the latest; 1 to ${maxEvents}.`),
  Options.withDefault(50),
  Options.mapEffect((count) =>
    count >= 1 && count <= maxEvents
      ? Effect.succeed(count)
      : Effect.fail(ValidationError.invalidValue(HelpDoc.p(`--limit: ${count} is not 1 to ${maxEvents}`)))
  )
);

const follow = Options.boolean("follow").pipe(
  Options.withDescription("Go on with what happens from now on, until Ctrl-C.")
);

const write = (events: ReadonlyArray<RecordedEvent>, writer: (named: NamedEvent) => string) =>
  Effect.flatMap(Effect.mapError(nameEvents(events), explainFailure), (named) => writeOut(named.map(writer).join("")));

const list = (filter: AuditFilter, count: number, writer: (named: NamedEvent) => string) =>
  Effect.gen(function* () {
    const trail = yield* AuditTrail;
    const log = yield* EventLog;
    const head = yield* Effect.mapError(log.head, explainFailure);
    const asked = { filter, order: "newest first", after: null, upTo: head, limit: count } as const;
    const found = yield* Effect.mapError(trail.page(asked), explainFailure);
    yield* write(found.toReversed(), writer);
    return { head, isEmpty: found.length === 0 };
  });

const following = (filter: AuditFilter, after: number, writer: (named: NamedEvent) => string) =>
  Effect.flatMap(EventLog, (log) =>
    log.follow(after).pipe(
      Stream.mapError(explainFailure),
      Stream.filter((event) => matchesAuditFilter(filter, event)),
      Stream.runForEach((event) => write([event], writer))
    )
  );

export const listCommand = Command.make(
  "list",
  { ...filterOptions, limit, follow, json },
  ({ follow: goesOn, json: asJson, limit: count, ...typed }) =>
    Effect.flatMap(CommandServices, ({ withStores }) =>
      withStores(
        Effect.gen(function* () {
          const filter = yield* typedFilter(typed);
          const writer = eventWriter(asJson);
          const { head, isEmpty } = yield* list(filter, count, writer);
          if (goesOn) return yield* following(filter, head, writer);
          if (isEmpty && !asJson) yield* writeOut("Nothing in the history is like that.\n");
        }).pipe(Effect.provide(namedClients))
      )
    )
).pipe(Command.withDescription(commandHelp["audit list"].what));
