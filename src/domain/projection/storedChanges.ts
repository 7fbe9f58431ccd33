import type { VersionedEvent } from "../event/assignVersions.ts";
import { type AuthorizationChange, authorizations } from "./authorizations.ts";
import { type ByType, changeBy, changingTypes } from "./ByType.ts";
import { type DueRepositoryChange, dueRepositories } from "./dueRepositories.ts";
import { isKnownEvent } from "./KnownEvent.ts";
import { type OpenWriteChange, openWrites } from "./openWrites.ts";
import { type PendingRevocationChange, pendingRevocations } from "./pendingRevocations.ts";
import { type ReportChange, reports } from "./reports.ts";
import { type UnredeemedCodeChange, unredeemedCodes } from "./unredeemedCodes.ts";

/** A change of one row of a stored projection. */
export type StoredChange =
  | OpenWriteChange
  | PendingRevocationChange
  | DueRepositoryChange
  | AuthorizationChange
  | UnredeemedCodeChange
  | ReportChange;

/** The projections that are stored in their own tables. Lookups are stored as well, in the form of `lookupKeys`. */
const stored: ReadonlyArray<ByType<StoredChange>> = [
  openWrites,
  pendingRevocations,
  dueRepositories,
  authorizations,
  unredeemedCodes,
  reports
];

/** The types whose events can change a stored projection. */
export const storedTypes: ReadonlySet<string> = new Set(stored.flatMap(changingTypes));

const none: ReadonlyArray<StoredChange> = [];

/** Returns what an event changes in the stored projections. An event that this version cannot read changes nothing. */
export const storedChanges = (event: VersionedEvent): ReadonlyArray<StoredChange> =>
  storedTypes.has(event.type) && isKnownEvent(event) ? stored.flatMap((table) => changeBy(table, event) ?? none) : none;
