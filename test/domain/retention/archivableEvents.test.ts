import { assert, describe, it } from "@effect/vitest";
import { Did } from "../../../src/domain/atproto/Did.ts";
import type { NewEvent, RecordedEvent } from "../../../src/domain/event/Envelope.ts";
import { leafHash } from "../../../src/domain/event/leafHash.ts";
import { type StreamName, streamName } from "../../../src/domain/event/StreamName.ts";
import { archivableEvents } from "../../../src/domain/retention/archivableEvents.ts";
import type { RetentionClass } from "../../../src/domain/retention/RetentionClass.ts";
import { knownSample } from "../../contracts/sampleEvent.ts";

const subjectDid = Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz");

type Sample = Parameters<typeof knownSample>[0];

/** The events of a stream in order, each recorded a day after the one before, from 1 January 2026. */
const history = (stream: StreamName, events: ReadonlyArray<NewEvent>): ReadonlyArray<RecordedEvent> =>
  events.map((event, at) => {
    const recordedAt = new Date(Date.UTC(2026, 0, at + 1)).toISOString();
    const placed = { ...event, stream, version: at + 1, recordedAt };
    return { ...placed, position: at + 1, leafHash: leafHash(placed) };
  });

const later = "2027-01-01T00:00:00.000Z";

const archived = (events: ReadonlyArray<RecordedEvent>, of: RetentionClass, before = later, upTo = 1_000) =>
  archivableEvents(events, { class: of, before, upTo }).map(({ version }) => version);

const stream = (kind: "authorization" | "session" | "write" | "repository" | "person-session") => streamName(kind, "1");

const samples = (...types: ReadonlyArray<Sample>): ReadonlyArray<NewEvent> =>
  types.map((type) => knownSample(type, {}, { subjectDid }));

const login: ReadonlyArray<Sample> = ["AuthorizationRequested.v1", "LoginCompleted.v1", "CodeIssued.v1"];
const refresh: ReadonlyArray<Sample> = ["SessionRefreshStarted.v1", "SessionRefreshed.v1"];

const ended = (reason: string) => knownSample("SessionEnded.v1", { reason });

describe("archivable events", () => {
  it.each([
    [
      "an ended authorization",
      "authorization",
      samples(...login, "CodeExchanged.v1", "AuthorizationEnded.v1"),
      [1, 2, 3, 4, 5]
    ],
    ["an active authorization", "authorization", samples(...login, "CodeExchanged.v1", "TokensRefreshed.v1"), []],
    ["a code that was not redeemed", "authorization", samples(...login), []],
    ["a failed login", "authorization", samples("AuthorizationRequested.v1", "LoginFailed.v1"), [1, 2]],
    ["a login that nobody completed", "authorization", samples("AuthorizationRequested.v1"), [1]],
    ["an open session", "session", samples("SessionEstablished.v1", ...refresh, ...refresh), [2, 3]],
    ["a session that is to be revoked", "session", [...samples("SessionEstablished.v1"), ended("revoked")], []],
    ["a session that the PDS ended", "session", [...samples("SessionEstablished.v1"), ended("refused-by-pds")], [1, 2]],
    [
      "a revoked session",
      "session",
      [...samples("SessionEstablished.v1"), ended("revoked"), ...samples("SessionRevokedAtPds.v1")],
      [1, 2, 3]
    ],
    ["a session of a browser", "person-session", samples("PersonSignedIn.v1"), [1]]
  ] as const)("of %s", (_, kind, events, versions) => {
    assert.deepStrictEqual(archived(history(stream(kind), events), "access"), [...versions]);
  });

  it.each([
    ["a written record", samples("WriteRequested.v1", "RecordWritten.v1"), [1, 2]],
    ["a write without an outcome", samples("WriteRequested.v1"), []],
    ["a write in doubt", samples("WriteRequested.v1", "WriteOutcomeUnknown.v1"), []],
    ["an uploaded blob", samples("BlobUploaded.v1"), [1]]
  ] as const)("of %s", (_, events, versions) => {
    assert.deepStrictEqual(archived(history(stream("write"), events), "writes"), [...versions]);
  });

  it("of an indexed repository are those that a later revision supersedes", () => {
    const events = samples("RepositoryIndexed.v2", "BackfillFailed.v1", "SyncGapFound.v1", "RepositoryIndexed.v2");
    assert.deepStrictEqual(archived(history(stream("repository"), events), "indexing"), [1, 2]);
  });

  it("leaves a stream whole until its last event is old enough", () => {
    const events = history(stream("write"), samples("WriteRequested.v1", "RecordWritten.v1"));
    assert.deepStrictEqual(archived(events, "writes", "2026-01-02T00:00:00.000Z"), []);
    assert.deepStrictEqual(archived(events, "writes", "2026-01-02T00:00:00.001Z"), [1, 2]);
    assert.deepStrictEqual(archived(events, "writes", later, 1), []);
  });

  it("are none of another class, and none of a stream with an event of a later version", () => {
    const events = samples("WriteRequested.v1", "RecordWritten.v1");
    assert.deepStrictEqual(archived(history(stream("write"), events), "access"), []);
    const unknown = { ...knownSample("RecordWritten.v1"), type: "RecordWritten.v9" };
    assert.deepStrictEqual(archived(history(stream("write"), [...events, unknown]), "writes"), []);
  });
});
