import { randomUUID } from "node:crypto";
import * as Effect from "effect/Effect";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { systemActor } from "../../../../src/domain/event/Envelope.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { streamName } from "../../../../src/domain/event/StreamName.ts";
import { knownSample } from "../../../contracts/sampleEvent.ts";
import { sealLog } from "../../../support/sealLog.ts";

export const freshDid = (): Did => Did.make(`did:plc:${randomUUID().replaceAll("-", "").slice(0, 24)}`);

/** Appends a login of a person. An active one is not ended. */
export const appendLogin = Effect.fnUntraced(function* (did: Did, isActive: boolean) {
  const { append } = yield* EventLog;
  const id = randomUUID();
  const authorizationId = `auth_${id}`;
  const about = { authorizationId, clientId: "client_1", subjectDid: did, actor: { type: "user", id: did } } as const;
  const stream = streamName("authorization", authorizationId);
  const ended = isActive ? [] : [knownSample("AuthorizationEnded.v1", { authorizationId }, about)];
  yield* append(stream, 0, [
    knownSample("AuthorizationRequested.v1", { authorizationId }, about),
    knownSample("LoginCompleted.v1", { authorizationId, did }, about),
    knownSample("CodeIssued.v1", { authorizationId, codeHash: `code ${id}` }, about),
    knownSample("CodeExchanged.v1", { authorizationId, refreshHash: `refresh ${id}` }, about),
    knownSample("TokensRefreshed.v1", { authorizationId, refreshHash: `later ${id}` }, about),
    ...ended
  ]);
  return { authorizationId, refreshHash: `later ${id}`, stream };
});

/** Appends a write of a person with its outcome. */
export const appendWrite = Effect.fnUntraced(function* (did: Did) {
  const { append } = yield* EventLog;
  const stream = streamName("write", randomUUID());
  const uri = `at://${did}/app.example.note/3k2a`;
  const about = { subjectDid: did, actor: { type: "user", id: did } } as const;
  yield* append(stream, 0, [
    knownSample("WriteRequested.v1", { did, uri }, about),
    knownSample("RecordWritten.v1", { uri }, about)
  ]);
  return stream;
});

const refresh = ["SessionRefreshStarted.v1", "SessionRefreshed.v1"] as const;

/** Appends an open session with refreshes, of which only the last is not superseded. */
const appendSession = Effect.fnUntraced(function* (refreshes: number) {
  const { append } = yield* EventLog;
  const sessionId = randomUUID();
  const by = { actor: systemActor };
  const events = Array.from({ length: refreshes }, () => refresh).flat();
  const stream = streamName("session", sessionId);
  yield* append(stream, 0, [
    knownSample("SessionEstablished.v1", { sessionId }, by),
    ...events.map((type) => knownSample(type, { sessionId }, by))
  ]);
  return stream;
});

/** Enough new events that all earlier ones can be archived. */
const appendTail = Effect.flatMap(EventLog, ({ append }) =>
  append(
    streamName("admin-session", randomUUID()),
    0,
    Array.from({ length: 600 }, () => knownSample("AdminSessionUsed.v1", {}, { actor: systemActor }))
  )
);

/** Appends events of two persons, some of which can be archived, and seals them with many later ones. */
export const appendHistory = Effect.gen(function* () {
  const [alice, bob] = [freshDid(), freshDid()];
  const ended = [yield* appendLogin(alice, false), yield* appendLogin(bob, false)];
  const active = yield* appendLogin(alice, true);
  const writes = [yield* appendWrite(alice), yield* appendWrite(bob), yield* appendWrite(bob)];
  const session = yield* appendSession(4);
  yield* appendTail;
  yield* sealLog;
  return { active, alice, bob, ended, session, writes };
});

/** The numbers of events of `appendHistory` that can be archived: two ended logins and superseded refreshes, and three writes. */
export const archivable = { access: 2 * 6 + 6, writes: 6 };
