import * as Effect from "effect/Effect";
import { catchUpHistory } from "../../src/adapters/postgres/audit/catchUpHistory.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { streamName } from "../../src/domain/event/StreamName.ts";
import { knownSample } from "../contracts/sampleEvent.ts";
import samples from "../domain/event/samples.json" with { type: "json" };
import { sealLog } from "../support/sealLog.ts";

const did = Did.make("did:plc:alice234alice234alice234");

type SampleType = keyof typeof samples;

/** The streams of a story: an app, a login from its request to its end, its session, and a write that is open. */
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
  ["write", "write_", ["WriteRequested.v1"]]
];

/** Gives a story ids and hashes of its own, of the same length. */
const numbered = (data: unknown, number: number): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(data).replaceAll(/A{20,}/g, (text) => `${text.slice(0, -4)}${String(number).padStart(4, "0")}`)
  );

/** How many events a story has. */
export const storyLength = story.reduce((sum, [, , types]) => sum + types.length, 0);

/** Fills a log with stories, each in a checkpoint of its own, and catches the history up. */
export const fillLog = Effect.fnUntraced(function* (stories: number) {
  const log = yield* EventLog;
  for (let number = 0; number < stories; number += 1) {
    const id = `${"A".repeat(18)}${String(number).padStart(4, "0")}`;
    for (const [kind, prefix, types] of story) {
      const about = { clientId: `client_${id}`, authorizationId: `auth_${id}`, subjectDid: did };
      const events = types.map((type) => knownSample(type, numbered(samples[type], number), about));
      yield* log.append(streamName(kind, `${prefix}${id}`), 0, events);
    }
    yield* sealLog;
  }
  yield* catchUpHistory;
});
