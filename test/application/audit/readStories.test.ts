import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as fc from "fast-check";
import { layer as eventLog } from "../../../src/adapters/memory/log/EventLogMemory.ts";
import { layer as store } from "../../../src/adapters/memory/MemoryStore.ts";
import { layer as auditTrail } from "../../../src/adapters/memory/projections/AuditTrailMemory.ts";
import { layer as recordIndex } from "../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { readStories, type StoryOnPage } from "../../../src/application/audit/readStories.ts";
import { type AuditFilter, matchesAuditFilter } from "../../../src/domain/audit/AuditFilter.ts";
import { groupStories } from "../../../src/domain/audit/story/groupStories.ts";
import { ClientRegistry } from "../../../src/domain/client/registry/ClientRegistry.ts";
import { knownEventTypes } from "../../../src/domain/event/DomainEvent.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { StreamName } from "../../../src/domain/event/StreamName.ts";
import { sampleEvent } from "../../contracts/sampleEvent.ts";
import { runsOf } from "../../support/runsOf.ts";

const noClients = Layer.succeed(ClientRegistry, {
  get: () => Effect.succeed(Option.none()),
  list: Effect.succeed([]),
  snapshot: Effect.succeed({ position: 0, clients: [] }),
  awaitPosition: () => Effect.void
});

const services = Layer.mergeAll(Layer.provideMerge(auditTrail, eventLog), recordIndex(), noClients).pipe(
  Layer.provide(store)
);

interface Drawn {
  readonly type: string;
  readonly stream: string;
  readonly authorizationId: string | null;
  readonly requestId: string | null;
}

const kinds = ["authorization", "pushed-request", "session", "write", "admin-login", "label"];

const drawn: fc.Arbitrary<Drawn> = fc.record({
  type: fc.constantFrom(
    ...[...knownEventTypes].filter((type) => /^(Auth|Pushed|Login|Code|Session|Record|Write|Admin|Label)/.test(type))
  ),
  stream: fc.tuple(fc.constantFrom(...kinds), fc.constantFrom("1", "2", "3", "4")).map((parts) => parts.join("-")),
  authorizationId: fc.option(fc.constantFrom("auth_1", "auth_2", "auth_3", "auth_4")),
  requestId: fc.option(fc.constantFrom("request-1", "request-2", "request-3", "request-4"))
});

const filters: fc.Arbitrary<AuditFilter> = fc.constantFrom<ReadonlyArray<AuditFilter>[number]>(
  {},
  {},
  { authorizationId: "auth_1" },
  { requestId: "request-2" },
  { types: ["LoginCompleted.v1", "RecordWritten.v1", "LabelCreated.v1"] }
);

const append = Effect.fnUntraced(function* ({ stream, ...change }: Drawn) {
  const log = yield* EventLog;
  const name = StreamName.make(stream);
  const version = (yield* log.load(name)).length;
  yield* log.append(name, version, [sampleEvent({ ...change, subjectDid: null })]);
});

/** Reads all pages, while other events are appended. */
const allStories = Effect.fnUntraced(function* (filter: AuditFilter, first: number, meanwhile: ReadonlyArray<Drawn>) {
  const found: Array<StoryOnPage> = [];
  const waiting = [...meanwhile];
  for (let after: string | null = null, hasMore = true; hasMore; ) {
    const page: { readonly nodes: ReadonlyArray<StoryOnPage>; readonly hasNextPage: boolean } = yield* readStories(
      filter,
      { first, after }
    );
    found.push(...page.nodes);
    after = page.nodes.at(-1)?.cursor ?? null;
    hasMore = page.hasNextPage;
    yield* Effect.forEach(waiting.splice(0, 2), append);
  }
  return found.map(({ steps }) => steps.map(({ event }) => event.position));
});

describe("pages of stories", () => {
  it("have each story once and complete, in the order of their last matching events, whatever is appended", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(drawn, { maxLength: 40 }),
        filters,
        fc.integer({ min: 1, max: 5 }),
        fc.array(drawn, { maxLength: 6 }),
        (history, filter, first, meanwhile) =>
          Effect.runPromise(
            Effect.gen(function* () {
              yield* Effect.forEach(history, append);
              const log = yield* EventLog;
              const events = yield* log.read(0, 1_000);
              const matches = new Set(
                events.filter((event) => matchesAuditFilter(filter, event)).map(({ position }) => position)
              );
              const expected = groupStories(events)
                .map((story) => story.map(({ position }) => position))
                .map((story) => ({ story, last: Math.max(...story.filter((position) => matches.has(position))) }))
                .filter(({ last }) => last > 0)
                .toSorted((left, right) => right.last - left.last)
                .map(({ story }) => story);
              assert.deepStrictEqual(yield* allStories(filter, first, meanwhile), expected);
            }).pipe(Effect.provide(services))
          )
      ),
      { numRuns: runsOf(200) }
    ));

  it.effect("refuse a cursor of another list, and a page that is too long", () =>
    Effect.gen(function* () {
      const refused = [
        { first: 10, after: "12" },
        { first: 101, after: null }
      ];
      const problems = yield* Effect.forEach(refused, (page) => Effect.flip(readStories({}, page)));
      assert.deepStrictEqual(
        problems.map(({ message }) => message),
        ["after must be the endCursor of an earlier page", "first must be 1 to 100"]
      );
    }).pipe(Effect.provide(services))
  );
});
