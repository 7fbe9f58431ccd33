import * as Either from "effect/Either";
import * as Option from "effect/Option";
import { parseAtUri } from "../atproto/AtUri.ts";
import type { RecordedEvent } from "../event/Envelope.ts";
import { didYouMean } from "../text/closestMatch.ts";
import { isoTime } from "../time/isoTime.ts";
import { dayForms, readDay, readTime, timeForms } from "../time/readTime.ts";
import type { AuditFilter } from "./AuditFilter.ts";
import { eventTypes, isEventType } from "./eventTypes.ts";
import { type AuditArgument, InvalidAuditFilter } from "./InvalidAuditFilter.ts";

/** A filter before validation. A member that is null or absent does not restrict the result. */
export interface SentFilter {
  readonly did?: string | null;
  readonly clientId?: string | null;
  readonly types?: ReadonlyArray<string> | null;
  readonly authorizationId?: string | null;
  readonly outcome?: string | null;
  readonly reason?: string | null;
  readonly stream?: string | null;
  readonly requestId?: string | null;
  readonly uri?: string | null;
  readonly since?: string | null;
  readonly until?: string | null;
  /** A day, in place of `since` and `until`. */
  readonly on?: string | null;
}

type Read<A> = Either.Either<A, InvalidAuditFilter>;

const refuse = (argument: AuditArgument, problem: string) => Either.left(new InvalidAuditFilter({ argument, problem }));

/** In characters. No value in the log is longer. */
const maxLength = 4_096;

/** Visible ASCII, like every identifier in the log except the id of an app in development. */
const identifier = /^[!-~]+$/;
const ofApp = /^[^\p{Cc}\p{Cs}]+$/u;

/** Whether a text may be the id or the name of an app. Any other is refused as a filter. */
export const isTextOfApp = (text: string): boolean => text.length <= maxLength && ofApp.test(text);

type TextArgument = Exclude<keyof SentFilter & AuditArgument, "types" | "on">;

const readText = (sent: SentFilter, argument: TextArgument): Read<string | null> => {
  const text = sent[argument] ?? null;
  if (text === null) return Either.right(null);
  if (text === "") return refuse(argument, "is empty: leave it out to select all events");
  if (text.length > maxLength) return refuse(argument, `is longer than ${maxLength} characters`);
  if (!(argument === "clientId" ? ofApp : identifier).test(text))
    return refuse(argument, "contains characters that no identifier has");
  return Either.right(text);
};

const readDid = (sent: SentFilter): Read<string | null> =>
  Either.filterOrLeft(
    readText(sent, "did"),
    (did) => did === null || did.startsWith("did:"),
    () =>
      new InvalidAuditFilter({
        argument: "did",
        problem: "must be a DID or a handle, such as did:plc:ewvi7nxzyoun6zhxrhs64oiz or alice.example.com"
      })
  );

const readUri = (sent: SentFilter): Read<string | null> =>
  Either.filterOrLeft(
    readText(sent, "uri"),
    (uri) => uri === null || Option.isSome(parseAtUri(uri)),
    () => new InvalidAuditFilter({ argument: "uri", problem: "must be at://<DID or handle>/<collection>/<record key>" })
  );

/** Returns an event type, or all versions of one that is named without a version. */
const typesOf = (name: string): ReadonlyArray<string> =>
  isEventType(name)
    ? [name]
    : Object.keys(eventTypes).filter((type) => type.startsWith(`${name}.v`) && !name.includes("."));

const readTypes = ({ types }: SentFilter): Read<ReadonlyArray<string> | null> => {
  if (types === undefined || types === null || types.length === 0) return Either.right(null);
  const unknown = types.find((type) => typesOf(type).length === 0);
  if (unknown === undefined) return Either.right([...new Set(types.flatMap(typesOf))]);
  const shown = unknown.slice(0, 60).replace(/[^!-~]/g, "?");
  return refuse(
    "types",
    `contains "${shown}", which is not an event type of this version${didYouMean(shown, Object.keys(eventTypes))}`
  );
};

const readOutcome = ({ outcome = null }: SentFilter): Read<RecordedEvent["outcome"] | null> => {
  if (outcome === null) return Either.right(null);
  const found = outcome.toLowerCase();
  return found === "success" || found === "failure"
    ? Either.right(found)
    : refuse("outcome", `must be success or failure${didYouMean(outcome, ["success", "failure"])}`);
};

const invalidTime = `must be a time: ${timeForms}`;

/** The time in the form of the log. */
const readTimeOf = (sent: SentFilter, argument: "since" | "until", now: number): Read<string | null> => {
  const text = sent[argument] ?? null;
  if (text === null) return Either.right(null);
  return Option.match(readTime(text, now), {
    onNone: () => refuse(argument, invalidTime),
    onSome: (milliseconds) => {
      const at = isoTime(milliseconds);
      return /^\d/.test(at) ? Either.right(at) : refuse(argument, invalidTime);
    }
  });
};

/** A day stands for both times: its start, and the start of the next day. */
const readOn = ({ on = null, since = null, until = null }: SentFilter, now: number): Read<Times | null> => {
  if (on === null) return Either.right(null);
  if (since !== null || until !== null) return refuse("on", "stands for since and until: leave them out");
  return Option.match(readDay(on, now), {
    onNone: () => refuse("on", `must be a day: ${dayForms}`),
    onSome: (start) => Either.right({ since: isoTime(start), until: isoTime(start + day) })
  });
};

const day = 86_400_000;

interface Times {
  readonly since: string | null;
  readonly until: string | null;
}

function* timesOf(sent: SentFilter, now: number) {
  const ofDay = yield* readOn(sent, now);
  if (ofDay !== null) return ofDay;
  const since = yield* readTimeOf(sent, "since", now);
  const until = yield* readTimeOf(sent, "until", now);
  if (since !== null && until !== null && since >= until)
    yield* refuse("until", `must be later than since: it means ${until}, and since means ${since}`);
  return { since, until } satisfies Times;
}

function* steps(sent: SentFilter, now: number) {
  const did = yield* readDid(sent);
  const clientId = yield* readText(sent, "clientId");
  const types = yield* readTypes(sent);
  const authorizationId = yield* readText(sent, "authorizationId");
  const outcome = yield* readOutcome(sent);
  const reason = yield* readText(sent, "reason");
  const stream = yield* readText(sent, "stream");
  const requestId = yield* readText(sent, "requestId");
  const uri = yield* readUri(sent);
  const { since, until } = yield* timesOf(sent, now);
  return {
    ...(did !== null && { did }),
    ...(clientId !== null && { clientId }),
    ...(types !== null && { types }),
    ...(authorizationId !== null && { authorizationId }),
    ...(outcome !== null && { outcome }),
    ...(reason !== null && { reason }),
    ...(stream !== null && { stream }),
    ...(requestId !== null && { requestId }),
    ...(uri !== null && { uri }),
    ...(since !== null && { since }),
    ...(until !== null && { until })
  } satisfies AuditFilter;
}

/** Validates a filter, or fails with its first invalid argument. Relative times are before `now`, in Unix milliseconds. */
export const readAuditFilter = (sent: SentFilter, now: number): Read<AuditFilter> => Either.gen(() => steps(sent, now));
