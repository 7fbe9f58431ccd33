import type { NewEvent } from "../event/Envelope.ts";

/** What the events of an instance are counted as; each is one of these. */
export const activityKinds = ["logins", "refreshes", "writes", "failures", "other"] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** The types of events that stand for a kind; all else that did not fail is `other`. */
export const typesOfKind = {
  logins: ["LoginCompleted.v1"],
  refreshes: ["TokensRefreshed.v1"],
  writes: ["RecordWritten.v1", "BlobUploaded.v1"]
} as const satisfies Partial<Readonly<Record<ActivityKind, ReadonlyArray<string>>>>;

const kinds: ReadonlyMap<string, ActivityKind> = new Map([
  ...typesOfKind.logins.map((type) => [type, "logins"] as const),
  ...typesOfKind.refreshes.map((type) => [type, "refreshes"] as const),
  ...typesOfKind.writes.map((type) => [type, "writes"] as const)
]);

/** What an event is counted as. */
export const activityKind = ({ outcome, type }: Pick<NewEvent, "outcome" | "type">): ActivityKind =>
  outcome === "failure" ? "failures" : (kinds.get(type) ?? "other");
