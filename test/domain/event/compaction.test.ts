import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { Cid } from "../../../src/domain/atproto/Cid.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { evolveAuthorization, initialAuthorization } from "../../../src/domain/authorization/Authorization.ts";
import { type AuthorizationEvent, TokensRefreshed } from "../../../src/domain/authorization/AuthorizationEvent.ts";
import { compactableTypes, compactionRules, relevantEvents, versionOf } from "../../../src/domain/event/compaction.ts";
import { type DomainEvent, encodeEvent } from "../../../src/domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../../src/domain/event/Envelope.ts";
import { streamName } from "../../../src/domain/event/StreamName.ts";
import { evolveSession, initialSession } from "../../../src/domain/session/PdsSession.ts";
import {
  SessionEnded,
  SessionEstablished,
  type SessionEvent,
  SessionRefreshed,
  SessionRefreshFailed,
  SessionRefreshStarted,
  SessionRevokedAtPds,
  SessionTokensArrivedLate
} from "../../../src/domain/session/SessionEvent.ts";
import {
  BackfillFailed,
  RepositoryIndexed,
  RepositoryIndexedV1,
  type SyncEvent
} from "../../../src/domain/sync/backfill/SyncEvent.ts";
import { evolveRepository, initialRepository } from "../../../src/domain/sync/backfill/SyncedRepository.ts";
import { sampleEvent } from "../../contracts/sampleEvent.ts";
import { runsOf } from "../../support/runsOf.ts";
import { everyEvent, exchanged, refreshed, toCode } from "../authorization/samples.ts";

const did = Did.make("did:plc:alice234alice234alice234");

/** Of authorizations, unless it is of a session or a repository. */
const streamOf = (type: string) => {
  if (type.startsWith("Session")) return streamName("session", "one");
  return /^(?:Repository|Backfill)/.test(type) ? streamName("repository", "one") : streamName("authorization", "one");
};

const recorded = (events: ReadonlyArray<DomainEvent>): ReadonlyArray<RecordedEvent> =>
  events.map((event, index) => ({
    ...sampleEvent(encodeEvent(event)),
    position: index + 1,
    stream: streamOf(event._tag),
    version: index + 1,
    recordedAt: "2026-03-01T10:20:30.123Z",
    leafHash: ""
  }));

/** Mostly from a beginning that could be; then whatever, most of it what comes again and again. */
const history = <Event>(
  beginning: ReadonlyArray<Event>,
  repeated: fc.Arbitrary<Event>,
  every: ReadonlyArray<Event>
): fc.Arbitrary<ReadonlyArray<Event>> =>
  fc
    .tuple(
      fc.oneof({ arbitrary: fc.constant(beginning.length), weight: 4 }, fc.nat(beginning.length)),
      fc.array(fc.oneof({ arbitrary: repeated, weight: 6 }, fc.constantFrom(...every)), { maxLength: 15 })
    )
    .map(([length, then]) => [...beginning.slice(0, length), ...then]);

const tokensRefreshed = fc
  .nat(5)
  .map((at) => new TokensRefreshed({ ...refreshed, refreshHash: `refresh-${at}`, refreshedAt: at }));

const sessionId = "session_1";
const established = new SessionEstablished({
  sessionId,
  authorizationId: "authorization_1",
  did,
  pds: "https://pds.example",
  issuer: "https://pds.example",
  scope: "atproto",
  jkt: "jkt",
  accessExpiresAt: 1000
});
const fences = fc.nat(4);
const sessionRepeats: fc.Arbitrary<SessionEvent> = fc.oneof(
  fences.map((fence) => new SessionRefreshStarted({ sessionId, fence })),
  fences.map((fence) => new SessionRefreshed({ sessionId, fence, scope: "atproto", accessExpiresAt: 2000 + fence })),
  fc
    .tuple(fences, fc.constantFrom("timeout" as const, "rate-limited" as const))
    .map(([fence, reason]) => new SessionRefreshFailed({ sessionId, fence, reason, retryAt: fence }))
);
const sessionEvents: ReadonlyArray<SessionEvent> = [
  established,
  new SessionEnded({ sessionId, reason: "revoked" }),
  new SessionTokensArrivedLate({ sessionId, fence: 1 }),
  new SessionRevokedAtPds({ sessionId })
];

const pds = "https://pds.example";
const commit = Cid.make("bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a");
const counts = { stored: 1, removed: 0, skipped: 0 };
const syncRepeats: fc.Arbitrary<SyncEvent> = fc.oneof(
  fc.nat(5).map((at) => new RepositoryIndexedV1({ did, pds, rev: `rev-${at}`, commit, collections: "c", ...counts })),
  fc
    .nat(5)
    .map(
      (at) =>
        new RepositoryIndexed({ did, pds, rev: `rev-${at}`, commit, collections: "c", ...counts, skippedFirst: [] })
    ),
  fc.integer({ min: 1, max: 3 }).map((tries) => new BackfillFailed({ did, pds, reason: "unreachable", tries }))
);

const authorizations = history<AuthorizationEvent>([...toCode, exchanged], tokensRefreshed, everyEvent);
const sessions = history<SessionEvent>([established], sessionRepeats, sessionEvents);
const repositories = history<SyncEvent>([], syncRepeats, [
  new BackfillFailed({ did, pds, reason: "unreachable", tries: 4 })
]);

const saysNothing = <Event extends DomainEvent>(
  histories: fc.Arbitrary<ReadonlyArray<Event>>,
  fold: (events: ReadonlyArray<Event>) => unknown
) =>
  fc.assert(
    fc.property(histories, (events) => {
      const versions = new Set(relevantEvents(recorded(events)).map(({ version }) => version));
      assert.deepStrictEqual(fold(events.filter((_, at) => versions.has(at + 1))), fold(events));
    }),
    { numRuns: runsOf(2_000) }
  );

describe("a superseded event", () => {
  it("does not affect the state of an authorization", () => {
    saysNothing(authorizations, (events) => events.reduce(evolveAuthorization, initialAuthorization));
  });

  it("does not affect the state of a session", () => {
    saysNothing(sessions, (events) => events.reduce(evolveSession, initialSession));
  });

  it("does not affect the state of a repository", () => {
    saysNothing(repositories, (events) => events.reduce(evolveRepository, initialRepository));
  });
});

describe("the relevant events of a stream", () => {
  const histories = fc.oneof<Array<fc.Arbitrary<ReadonlyArray<DomainEvent>>>>(authorizations, sessions, repositories);

  it("are the same whether the stream is read at once or in parts, and include its last event", () => {
    fc.assert(
      fc.property(histories, fc.nat(20), (events, at) => {
        const all = recorded(events);
        const [before, after] = [all.slice(0, at), all.slice(at)];
        assert.deepStrictEqual(
          relevantEvents([...relevantEvents(before), ...relevantEvents(after)]),
          relevantEvents(all)
        );
        assert.strictEqual(versionOf(relevantEvents(all)), events.length);
      }),
      { numRuns: runsOf(2_000) }
    );
  });

  it("are few, however often something was refreshed", () => {
    const often = (...events: ReadonlyArray<DomainEvent>) => Array.from({ length: 1_000 }, () => events).flat();
    const started = new SessionRefreshStarted({ sessionId, fence: 1 });
    const brought = new SessionRefreshed({ sessionId, fence: 1, scope: "atproto", accessExpiresAt: 2000 });
    assert.lengthOf(relevantEvents(recorded([...toCode, exchanged, ...often(refreshed)])), toCode.length + 2);
    assert.lengthOf(relevantEvents(recorded([established, ...often(started, brought), started])), 4);
  });
});

it("every rule supersedes the type of its own event and the type of which it keeps the latest", () => {
  for (const { keepLatestOf, supersededBy, types } of compactionRules) {
    assert.include(types, supersededBy);
    if (keepLatestOf !== null) assert.include(types, keepLatestOf);
    for (const type of types) assert.isTrue(compactableTypes.has(type));
  }
});
