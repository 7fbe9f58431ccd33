import type { EventType } from "../../event/DomainEvent.ts";
import type { RecordedEvent } from "../../event/Envelope.ts";
import type { StoryLink } from "./StoryLink.ts";

/** The steps of a sign-in to an app, from its request to its tokens. */
const signIn: ReadonlyArray<EventType> = [
  "AuthorizationRequested.v1",
  "PushedRequestUsed.v1",
  "ConfirmationAsked.v1",
  "ClientConfirmed.v1",
  "ClientDeclined.v1",
  "UpstreamLoginStarted.v1",
  "UpstreamReturned.v1",
  "LoginFailed.v1",
  "LoginCompleted.v1",
  "SessionEstablished.v1",
  "CodeIssued.v1",
  "CodeRefused.v1",
  "CodeExchanged.v1"
];

/** The steps of the end of an authorization. */
const end: ReadonlyArray<EventType> = [
  "AuthorizationEnded.v1",
  "SessionEnded.v1",
  "SessionTokensArrivedLate.v1",
  "SessionRevokedAtPds.v1",
  "SessionRevocationAbandoned.v1"
];

const renewal: ReadonlyArray<EventType> = [
  "TokensRefreshed.v1",
  "SessionRefreshStarted.v1",
  "SessionRefreshed.v1",
  "SessionRefreshFailed.v1"
];

/** The types of the events that belong to a story by their authorization. */
export const linkedByAuthorization: ReadonlyArray<string> = [...signIn, ...end];

const phaseOf: ReadonlyMap<string, "sign-in" | "end" | "renewal"> = new Map([
  ...signIn.map((type) => [type, "sign-in"] as const),
  ...end.map((type) => [type, "end"] as const),
  ...renewal.map((type) => [type, "renewal"] as const)
]);

/** Streams that are one story each. The writes of one request share a stream. */
const wholeStreams = /^(write|backfill|pushed-request|admin-login|person-login)-/;

const request = (id: string | null, part: string): ReadonlyArray<StoryLink> =>
  id === null ? [] : [{ by: "request", id, part }];

/** A login of an admin or of a user at `/account` ends in the request that opens their session. */
const isLogin = /^(Admin|Person)Login(Returned|Completed|Failed)\./;

/** What links the events of a stream that is a story by itself. */
const inStream = ({ requestId, stream, type }: RecordedEvent): ReadonlyArray<StoryLink> => [
  { by: "stream", id: stream, part: "" },
  ...(isLogin.test(type) ? request(requestId, "") : [])
];

/**
 * Returns what links an event to the others of its story. A sign-in and its end are found by the authorization, a write,
 * a backfill and a login by their stream, a token refresh and everything else that a person does by the request. An event
 * without links is a story of its own.
 */
export const storyLinks = (event: RecordedEvent): ReadonlyArray<StoryLink> => {
  const { authorizationId, requestId, stream, type } = event;
  const phase = phaseOf.get(type);
  const streamLinks = wholeStreams.test(stream) ? inStream(event) : [];
  if (phase === "renewal") return request(requestId, authorizationId ?? stream);
  if (phase !== undefined && authorizationId !== null)
    return [{ by: "authorization", id: authorizationId, part: phase }, ...streamLinks];
  return streamLinks.length > 0 ? streamLinks : request(requestId, "");
};
