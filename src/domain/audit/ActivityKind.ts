import type { EventType } from "../event/DomainEvent.ts";
import type { NewEvent } from "../event/Envelope.ts";
import {
  ignored,
  ignoredAdministrationEvents,
  ignoredClientEvents,
  ignoredIndexEvents,
  ignoredInstanceEvents,
  ignoredPersonEvents,
  ignoredPushedRequestEvents,
  ignoredSessionEvents
} from "../projection/ignored.ts";

/** What the events of an instance are counted as; each is one of these. */
export const activityKinds = ["logins", "refreshes", "writes", "failures", "other"] as const;
export type ActivityKind = (typeof activityKinds)[number];

const login = (): ActivityKind => "logins";
const refresh = (): ActivityKind => "refreshes";
const write = (): ActivityKind => "writes";

/** What events of each type are counted as unless they report a failure; `other` where it is ignored here. */
const kinds: Readonly<Record<EventType, () => ActivityKind | null>> = {
  ...ignoredClientEvents,
  ...ignoredPushedRequestEvents,
  ...ignoredSessionEvents,
  ...ignoredIndexEvents,
  ...ignoredAdministrationEvents,
  ...ignoredPersonEvents,
  ...ignoredInstanceEvents,
  "AuthorizationRequested.v1": ignored,
  "ConfirmationAsked.v1": ignored,
  "ClientConfirmed.v1": ignored,
  "ClientDeclined.v1": ignored,
  "UpstreamLoginStarted.v1": ignored,
  "UpstreamReturned.v1": ignored,
  "LoginFailed.v1": ignored,
  "LoginCompleted.v1": login,
  "CodeIssued.v1": ignored,
  "CodeRefused.v1": ignored,
  "CodeExchanged.v1": ignored,
  "TokensRefreshed.v1": refresh,
  "AuthorizationEnded.v1": ignored,
  "WriteRequested.v1": ignored,
  "RecordWritten.v1": write,
  "WrittenCidDiffered.v1": ignored,
  "WriteRejected.v1": ignored,
  "WriteOutcomeUnknown.v1": ignored,
  "BlobUploaded.v1": write,
  "BlobUploadFailed.v1": ignored
};

const kindOfType: ReadonlyMap<string, ActivityKind> = new Map(
  Object.entries(kinds).map(([type, kind]) => [type, kind() ?? "other"])
);

const typesOf = (kind: ActivityKind): ReadonlyArray<string> =>
  [...kindOfType].flatMap(([type, each]) => (each === kind ? [type] : []));

/** The types of events that stand for a kind; all else that did not fail is `other`. */
export const typesOfKind = {
  logins: typesOf("logins"),
  refreshes: typesOf("refreshes"),
  writes: typesOf("writes")
} as const satisfies Partial<Readonly<Record<ActivityKind, ReadonlyArray<string>>>>;

/** What an event is counted as. */
export const activityKind = ({ outcome, type }: Pick<NewEvent, "outcome" | "type">): ActivityKind =>
  outcome === "failure" ? "failures" : (kindOfType.get(type) ?? "other");
