import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import { catchUpHistory } from "../../src/adapters/postgres/audit/catchUpHistory.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { streamName } from "../../src/domain/event/StreamName.ts";
import { Subjects } from "../../src/domain/personal/Subjects.ts";
import { knownSample } from "../contracts/sampleEvent.ts";
import samples from "../domain/event/samples.json" with { type: "json" };
import { sealLog } from "../support/sealLog.ts";

/** The persons of the stories, who take turns. */
const persons = 9;

const didOf = (number: number): Did => Did.make(`did:plc:alice234alice234alice23${"abcdefghi"[number % persons]}`);

/** After this story, the person of an earlier one is erased, who later signs in anew. */
const erasedAfter = 18;
const erasedDid = didOf(4);

type SampleType = keyof typeof samples;

/** The streams of a story: an app, a login from its request to its end, its session, a write that is open, and an admin. */
const story: ReadonlyArray<readonly [Parameters<typeof streamName>[0], string, ReadonlyArray<SampleType>]> = [
  ["client", "client_", ["ClientRegistered.v2", "ClientUpdated.v2"]],
  [
    "authorization",
    "auth_",
    [
      "AuthorizationRequested.v1",
      "UpstreamLoginStarted.v1",
      "UpstreamReturned.v1",
      "LoginCompleted.v1",
      "CodeIssued.v1",
      "CodeExchanged.v1"
    ]
  ],
  ["session", "session_", ["SessionEstablished.v1", "SessionEnded.v1"]],
  ["write", "write_", ["WriteRequested.v1"]],
  ["setup", "setup_", ["AdminAdded.v1"]]
];

/** Gives a story ids and hashes of its own, of the same length, and its person. Another person added the admin. */
const numbered = (data: unknown, number: number): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(data)
      .replaceAll(/A{20,}/g, (text) => `${text.slice(0, -4)}${String(number).padStart(4, "0")}`)
      .replaceAll("did:plc:alice234alice234alice234", didOf(number))
      .replace('"addedBy":null', `"addedBy":"${didOf(number + 1)}"`)
  );

/** How many events a story has. */
export const storyLength = story.reduce((sum, [, , types]) => sum + types.length, 0);

/** Erases a person as the service does, and keeps the row with the key, as somebody may have. Returns the position. */
const erase = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const log = yield* EventLog;
  const subjects = yield* Subjects;
  const subject = yield* Effect.flatten(subjects.find(erasedDid));
  yield* sql`create table kept.erased_subject as select * from tidemark.subjects where id = ${subject.id}`;
  yield* subjects.erase(subject);
  const event = knownSample("SubjectErased.v1", { commitment: subject.commitment });
  const [recorded] = yield* log.append(streamName("erasure", subject.id), 0, [event]);
  return recorded?.position ?? 0;
});

/** Fills a log with stories, each in a checkpoint of its own, and catches the history up. Returns the position of an erasure. */
export const fillLog = Effect.fnUntraced(function* (stories: number) {
  const log = yield* EventLog;
  let erasedAt = 0;
  for (let number = 0; number < stories; number += 1) {
    const id = `${"A".repeat(18)}${String(number).padStart(4, "0")}`;
    for (const [kind, prefix, types] of story) {
      const about = { clientId: `client_${id}`, authorizationId: `auth_${id}`, subjectDid: didOf(number) };
      const events = types.map((type) => knownSample(type, numbered(samples[type], number), about));
      yield* log.append(streamName(kind, `${prefix}${id}`), 0, events);
    }
    if (number === erasedAfter) erasedAt = yield* erase;
    yield* sealLog;
  }
  yield* catchUpHistory;
  return erasedAt;
});
