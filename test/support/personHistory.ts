import { createHash } from "node:crypto";
import * as Effect from "effect/Effect";
import type { Did } from "../../src/domain/atproto/Did.ts";
import type { Handle } from "../../src/domain/atproto/Handle.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { streamName } from "../../src/domain/event/StreamName.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { recordOf, scalar, setOf } from "../contracts/recordIndexFixture.ts";
import { knownSample } from "../contracts/sampleEvent.ts";

/** A person with a history. `secret` is in each of their records. */
export interface Person {
  readonly did: Did;
  readonly handle: Handle;
  readonly secret: string;
}

/** How much a person did: sign-ins, how many of them are active, and records that they wrote. */
export interface Amount {
  readonly logins: number;
  readonly active: number;
  readonly writes: number;
}

/** The collection of the records of a history. */
export const noteCollection = Nsid.make("test.erasure.note");

/** The Lexicons of the records of a history. */
export const noteLexicons = setOf(noteCollection, { text: scalar("string") });

const idOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);

const signIn = Effect.fnUntraced(function* (name: string, did: Did, isActive: boolean) {
  const { append } = yield* EventLog;
  const [authorizationId, sessionId] = [`auth_${name}`, `session_${name}`];
  const who = { subjectDid: did, clientId: "client_1", authorizationId } as const;
  const id = { authorizationId };
  yield* append(streamName("session", sessionId), 0, [
    knownSample("SessionEstablished.v1", { ...id, did, sessionId }, who),
    ...(isActive ? [] : [knownSample("SessionEnded.v1", { sessionId }, who)])
  ]);
  yield* append(streamName("authorization", authorizationId), 0, [
    knownSample("AuthorizationRequested.v1", id, { ...who, subjectDid: null }),
    knownSample("UpstreamLoginStarted.v1", { ...id, did, stateHash: `state ${name}` }, who),
    knownSample("UpstreamReturned.v1", id, who),
    knownSample("LoginCompleted.v1", { ...id, did, sessionId }, { ...who, actor: { type: "user", id: did } }),
    knownSample("CodeIssued.v1", { ...id, codeHash: `code ${name}` }, who),
    knownSample("CodeExchanged.v1", { ...id, codeHash: `code ${name}`, refreshHash: `refresh ${name}` }, who),
    ...(isActive ? [] : [knownSample("AuthorizationEnded.v1", id, who)])
  ]);
});

const write = Effect.fnUntraced(function* (name: string, key: string, { did, secret }: Person) {
  const { append } = yield* EventLog;
  const record = recordOf(noteCollection, key, { text: secret }, { did, rev: "3kaaaaaaaaa2a" });
  const data = { writeId: `write_${name}`, uri: record.uri };
  const who = { subjectDid: did, clientId: "client_1", actor: { type: "user", id: did } } as const;
  yield* append(streamName("write", `write_${name}`), 0, [
    knownSample("WriteRequested.v1", { ...data, did }, who),
    knownSample("RecordWritten.v1", data, who)
  ]);
  return record;
});

/** Lets a person sign in and write, with events as the service records them and records in the index. */
export const liveAs = Effect.fnUntraced(function* (person: Person, { active, logins, writes }: Amount) {
  const { append, pseudonym } = yield* EventLog;
  const index = yield* RecordIndex;
  const { did, handle } = person;
  const all = { concurrency: 256 } as const;
  yield* append(streamName("account", yield* pseudonym(did)), 0, [
    knownSample("HandleChanged.v1", { did, before: null, after: handle }, { subjectDid: did })
  ]);
  yield* Effect.forEach(
    Array.from({ length: logins }, (_, n) => n),
    (n) => signIn(idOf(`${handle} signs in ${n}`), did, n < active),
    all
  );
  const records = yield* Effect.forEach(
    Array.from({ length: writes }, (_, n) => n),
    (n) => write(idOf(`${handle} writes ${n}`), `r${n}`, person),
    all
  );
  yield* index.putActor({ did, handle, pds: "https://pds.example.com" });
  for (let at = 0; at < records.length; at += 1_000) yield* index.putAll(records.slice(at, at + 1_000));
});
