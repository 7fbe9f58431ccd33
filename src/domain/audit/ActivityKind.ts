import type { EventType } from "../event/DomainEvent.ts";
import type { NewEvent } from "../event/Envelope.ts";
import {
  ignored,
  ignoredAdministrationEvents,
  ignoredClientEvents,
  ignoredIndexEvents,
  ignoredInstanceEvents,
  ignoredModerationEvents,
  ignoredNetworkEvents,
  ignoredPersonEvents,
  ignoredPushedRequestEvents,
  ignoredReportEvents,
  ignoredSessionEvents
} from "../projection/ignored.ts";

/** The kinds that events are counted as. Every event is of exactly one kind. */
export const activityKinds = ["logins", "refreshes", "writes", "failures", "other"] as const;
export type ActivityKind = (typeof activityKinds)[number];

const login = (): ActivityKind => "logins";
const refresh = (): ActivityKind => "refreshes";
const write = (): ActivityKind => "writes";

/** The kind of each type of event, unless the event reports a failure. Ignored types count as `other`. */
const kinds: Readonly<Record<EventType, () => ActivityKind | null>> = {
  ...ignoredClientEvents,
  ...ignoredPushedRequestEvents,
  ...ignoredSessionEvents,
  ...ignoredIndexEvents,
  ...ignoredAdministrationEvents,
  ...ignoredPersonEvents,
  ...ignoredInstanceEvents,
  ...ignoredNetworkEvents,
  ...ignoredReportEvents,
  ...ignoredModerationEvents,
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

/** The types of events of each kind. All other events that report no failure are `other`. */
export const typesOfKind = {
  logins: typesOf("logins"),
  refreshes: typesOf("refreshes"),
  writes: typesOf("writes")
} as const satisfies Partial<Readonly<Record<ActivityKind, ReadonlyArray<string>>>>;

/** Returns the kind that an event is counted as. */
export const activityKind = ({ outcome, type }: Pick<NewEvent, "outcome" | "type">): ActivityKind =>
  outcome === "failure" ? "failures" : (kindOfType.get(type) ?? "other");
