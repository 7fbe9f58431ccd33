import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Runtime from "effect/Runtime";
import * as TestClock from "effect/TestClock";
import * as fc from "fast-check";
import { Did } from "../../src/domain/atproto/Did.ts";
import type { AuditFilter } from "../../src/domain/audit/AuditFilter.ts";
import { type AuditPage, AuditTrail } from "../../src/domain/audit/AuditTrail.ts";
import type { SearchWord } from "../../src/domain/audit/SearchWord.ts";
import { sha256Base64Url } from "../../src/domain/crypto/sha256.ts";
import { versionOf } from "../../src/domain/event/compaction.ts";
import type { NewEvent, RecordedEvent } from "../../src/domain/event/Envelope.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { streamName } from "../../src/domain/event/StreamName.ts";
import { runsOf } from "../support/runsOf.ts";
import { sampleEvent } from "./sampleEvent.ts";

const dids = [Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz"), Did.make("did:web:example.com")];
/** So many characters that no compression makes fewer. */
const noise = (length: number): string =>
  Array.from({ length: Math.ceil(length / 43) }, (_, n) => sha256Base64Url(String(n))).join("");
const clients = ["client_A", "client_B", `http://localhost?scope=atproto a:b&redirect_uri=${noise(8_000)}`];
const types = ["TokensRefreshed.v1", "RecordWritten.v1", "CodeRefused.v1", "FromTheFuture.v3"];
const authorizations = ["auth_1", "auth_2"];
const requests = ["request-1", "request-2"];
const reasons = ["expired", "key-mismatch"];
const uris = [
  "at://did:web:example.com/app.example.note/3k2a",
  `at://did:web:example.com/app.example.note/${noise(4_000)}`
];
/** Milliseconds since the test began: clocks of several processes, one of which is a quarter of an hour behind. */
const times = [0, 1, 60_000, 59_999, 3_599_999, 3_600_000, 3_600_001, 7_300_000, 86_400_000].flatMap((at) => [
  at + 1_000_000,
  at + 100_000
]);
const start = Date.parse("2026-03-01T10:00:00.000Z");
const iso = (at: number): string => new Date(start + at).toISOString();

interface Drawn {
  readonly event: NewEvent;
  readonly stream: number;
  readonly at: number;
}

const maybe = <A>(values: ReadonlyArray<A>) => fc.option(fc.constantFrom(...values));

const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    stream: fc.nat({ max: 2 }),
    at: fc.constantFrom(...times),
    type: fc.constantFrom(...types),
    subjectDid: maybe(dids),
    clientId: maybe(clients),
    authorizationId: maybe(authorizations),
    correlationId: maybe(authorizations),
    requestId: maybe(requests),
    reason: maybe(reasons),
    outcome: fc.constantFrom<NewEvent["outcome"]>("success", "failure"),
    uri: maybe(uris)
  })
  .map(({ at, stream, uri, ...event }) => ({
    at,
    stream,
    event: sampleEvent({ ...event, data: uri === null ? {} : { uri } })
  }));

/** Words that mean one thing, or several. */
const words: fc.Arbitrary<SearchWord> = fc.record({
  id: fc.constantFrom("nothing", ...authorizations, ...requests, "write-s0"),
  dids: fc.subarray([...dids, "did:web:nobody.example"], { maxLength: 2 }),
  clientIds: fc.subarray(clients, { maxLength: 2 }),
  types: fc.subarray(types, { maxLength: 2 }),
  reason: fc.constantFrom("exp", "key-mismatch", "nothing", "e%", "k_y"),
  uri: fc.option(fc.constantFrom(...uris)),
  position: fc.option(fc.integer({ min: 1, max: 30 }))
});

const optional = <A>(values: ReadonlyArray<A>) => fc.constantFrom(...values);

const filters: fc.Arbitrary<AuditFilter> = fc.record(
  {
    did: optional(dids),
    clientId: optional([...clients, "client_nobody"]),
    types: fc.uniqueArray(fc.constantFrom(...types), { minLength: 1, maxLength: 3 }),
    authorizationId: optional(authorizations),
    outcome: fc.constantFrom<NewEvent["outcome"]>("success", "failure"),
    reason: optional(reasons),
    stream: optional(["write-s0", "write-nobody"]),
    requestId: optional(requests),
    uri: optional(uris),
    since: fc.constantFrom(...times, -5, 90_000_000).map(iso),
    until: fc.constantFrom(...times, -5, 90_000_000).map(iso),
    journey: fc.record({
      authorizationId: optional(authorizations),
      streams: optional([[], ["write-s1"], ["write-s1", "write-s2"]])
    }),
    related: fc.record({
      authorizations: fc.subarray(authorizations),
      types: fc.subarray(types),
      streams: fc.subarray(["write-s1", "write-s2"]),
      requests: fc.subarray(requests)
    }),
    words: fc.array(words, { minLength: 1, maxLength: 2 })
  },
  { requiredKeys: [] }
);

/** Few conditions at a time, since many mean nothing. */
const fewFilters = fc.tuple(filters, fc.nat({ max: 3 }), fc.infiniteStream(fc.nat())).map(([filter, many, order]) => {
  const names = Object.keys(filter).map((name) => ({ name, by: order.next().value ?? 0 }));
  const kept = names.toSorted((a, b) => a.by - b.by).slice(0, many);
  return Object.fromEntries(Object.entries(filter).filter(([name]) => kept.some((each) => each.name === name)));
});

interface AskedPage {
  readonly filter: AuditFilter;
  readonly order: AuditPage["order"];
  readonly limit: number;
}

const pages: fc.Arbitrary<AskedPage> = fc.record({
  filter: fewFilters,
  order: fc.constantFrom<AuditPage["order"]>("newest first", "oldest first"),
  limit: fc.integer({ min: 1, max: 7 })
});

/** What a filter means, said once more and in another way. */
const naively = (events: ReadonlyArray<RecordedEvent>, filter: AuditFilter): ReadonlyArray<number> => {
  const { journey, related, since, types: wanted, until, uri, words: searched = [], ...equal } = filter;
  const members = { did: "subjectDid" } as Readonly<Record<string, string>>;
  return events
    .filter((event) => {
      const plain: Readonly<Record<string, unknown>> = { ...event };
      const agrees = Object.entries(equal).every(([name, value]) => plain[members[name] ?? name] === value);
      const at = Date.parse(event.recordedAt);
      const inTime =
        !(since !== undefined && at < Date.parse(since)) && !(until !== undefined && at >= Date.parse(until));
      const ofUri = uri === undefined || event.data.uri === uri;
      const ofType = wanted === undefined || wanted.some((type) => type === event.type);
      const ofJourney =
        journey === undefined ||
        [event.authorizationId, event.correlationId].includes(journey.authorizationId) ||
        journey.streams.some((stream) => stream === event.stream);
      const { authorizationId, requestId } = event;
      const ofRelated =
        related === undefined ||
        related.streams.some((stream) => stream === event.stream) ||
        (requestId !== null && related.requests.includes(requestId)) ||
        (authorizationId !== null &&
          related.authorizations.includes(authorizationId) &&
          related.types.includes(event.type));
      const ofWords = searched.every((word) => {
        const texts = [authorizationId, requestId, event.stream, event.subjectDid, event.clientId, event.type];
        const meant = [word.id, ...word.dids, ...word.clientIds, ...word.types];
        const isNamed = texts.some((text) => text !== null && meant.includes(text));
        const begins = event.reason !== null && event.reason.slice(0, word.reason.length) === word.reason;
        return (
          isNamed || begins || event.position === word.position || [event.data.uri].includes(word.uri ?? Number.NaN)
        );
      });
      return agrees && inTime && ofUri && ofType && ofJourney && ofRelated && ofWords;
    })
    .map(({ position }) => position);
};

const walk = (
  {
    filter,
    limit,
    order
  }: { readonly filter: AuditFilter; readonly limit: number; readonly order: AuditPage["order"] },
  upTo: number | null,
  meanwhile: Effect.Effect<unknown, unknown, EventLog> = Effect.void
) =>
  Effect.gen(function* () {
    const trail = yield* AuditTrail;
    const visited: Array<number> = [];
    for (;;) {
      const after = visited.at(-1) ?? null;
      const page = yield* trail.page({ filter, order, after, upTo, limit });
      visited.push(...page.map(({ position }) => position));
      if (page.length < limit) return visited;
      yield* meanwhile;
    }
  });

const append = ({ at, event, stream }: Drawn) =>
  Effect.gen(function* () {
    const log = yield* EventLog;
    const name = streamName("write", `s${stream}`);
    yield* TestClock.setTime(start + at);
    const version = versionOf(yield* log.load(name));
    yield* log.append(name, version, [{ ...event, id: sampleEvent().id }]);
  });

/** The history by filter: what a fold over the whole log gives, in pages, whatever is appended meanwhile. */
export const auditTrailContract = <E>(name: string, stores: Layer.Layer<AuditTrail | EventLog, E>) =>
  it.layer(stores, { timeout: "60 seconds" })(`AuditTrail contract: ${name}`, (it) => {
    it.effect("returns the events of the log that satisfy a filter, in both orders and in pages of any size", () =>
      Effect.gen(function* () {
        const log = yield* EventLog;
        const runPromise = Runtime.runPromise(yield* Effect.runtime<AuditTrail | EventLog>());
        const check = (added: ReadonlyArray<Drawn>, asked: ReadonlyArray<AskedPage>) =>
          Effect.gen(function* () {
            yield* Effect.forEach(added, append);
            const events = yield* log.read(0, 100_000);
            const last = added.at(-1);
            if (last !== undefined) assert.strictEqual(events.at(-1)?.recordedAt, iso(last.at));
            for (const page of asked) {
              const expected = naively(events, page.filter);
              const trail = yield* AuditTrail;
              assert.deepStrictEqual(
                yield* walk(page, null),
                page.order === "newest first" ? expected.toReversed() : expected,
                JSON.stringify(page)
              );
              assert.strictEqual(yield* trail.count(page.filter, 1_000), expected.length);
              assert.strictEqual(yield* trail.count(page.filter, 3), Math.min(expected.length, 3));
            }
          });
        const property = fc.asyncProperty(
          fc.array(drawn, { maxLength: 12 }),
          fc.array(pages, { minLength: 6, maxLength: 6 }),
          (added, asked) => runPromise(check(added, asked))
        );
        yield* Effect.promise(() => fc.assert(property, { numRuns: runsOf(40), endOnFailure: true }));
      })
    );

    it.effect("returns events exactly as the log has them", () =>
      Effect.gen(function* () {
        const log = yield* EventLog;
        const trail = yield* AuditTrail;
        yield* append({ at: 0, stream: 0, event: sampleEvent({ data: { nested: { list: [1, "é😀"] } } }) });
        const head = yield* log.head;
        const [expected] = yield* log.read(head - 1, 1);
        const [found] = yield* trail.page({ filter: {}, order: "newest first", after: null, upTo: null, limit: 1 });
        assert.deepStrictEqual(found, expected);
        const byId = {
          filter: { id: found?.id ?? "" },
          order: "oldest first",
          after: null,
          upTo: null,
          limit: 5
        } as const;
        assert.deepStrictEqual(yield* trail.page(byId), expected === undefined ? [] : [expected]);
      })
    );

    for (const order of ["newest first", "oldest first"] as const)
      it.effect(`visits each event once, ${order}, while others are appended`, () =>
        Effect.gen(function* () {
          const log = yield* EventLog;
          const one = sampleEvent({ clientId: "client_walked" });
          yield* Effect.forEach(Array.from({ length: 25 }), () => append({ at: 0, stream: 1, event: one }));
          const head = yield* log.head;
          const expected = naively(yield* log.read(0, 100_000), { clientId: "client_walked" });
          const visited = yield* walk(
            { filter: { clientId: "client_walked" }, limit: 4, order },
            order === "newest first" ? null : head,
            append({ at: 0, stream: 1, event: one })
          );
          assert.deepStrictEqual(visited, order === "newest first" ? expected.toReversed() : expected);
        })
      );
  });
