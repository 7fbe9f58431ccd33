import type { ReportStatusName } from "../report/ReportStatus.ts";
import type { ByType } from "./ByType.ts";
import {
  ignoredAdministrationEvents,
  ignoredAuthorizationEvents,
  ignoredClientEvents,
  ignoredIndexEvents,
  ignoredInstanceEvents,
  ignoredModerationEvents,
  ignoredNetworkEvents,
  ignoredPersonEvents,
  ignoredPushedRequestEvents,
  ignoredSessionEvents,
  ignoredWriteEvents
} from "./ignored.ts";

/** A change of the reports; `key` is the id of the report. Times are in Unix milliseconds. */
export type ReportChange =
  | {
      readonly _tag: "report-created";
      readonly key: string;
      /** The DID of an account, or the AT URI of a record. */
      readonly subject: string;
      /** The account that the subject is or belongs to. */
      readonly account: string;
      readonly reporter: string;
      readonly reasonType: string;
      readonly statement: string | null;
      readonly createdAt: number;
    }
  | {
      readonly _tag: "report-closed";
      readonly key: string;
      readonly status: Exclude<ReportStatusName, "Open">;
      /** Null for the operator. */
      readonly closedBy: string | null;
      readonly closedAt: number;
      /** Null for a report that was dismissed. */
      readonly label: string | null;
    };

export const reports: ByType<ReportChange> = {
  ...ignoredClientEvents,
  ...ignoredAuthorizationEvents,
  ...ignoredPushedRequestEvents,
  ...ignoredSessionEvents,
  ...ignoredWriteEvents,
  ...ignoredIndexEvents,
  ...ignoredAdministrationEvents,
  ...ignoredPersonEvents,
  ...ignoredInstanceEvents,
  ...ignoredNetworkEvents,
  ...ignoredModerationEvents,
  "ReportCreated.v1": ({ data: { createdAt, id: key, reasonType, reporter, statement, subject } }) => {
    const [uri, account] =
      subject.kind === "account" ? [subject.did, subject.did] : [subject.uri, subject.uri.split("/")[2] ?? ""];
    return { _tag: "report-created", key, subject: uri, account, reporter, reasonType, statement, createdAt };
  },
  "ReportResolved.v1": ({ data: { closedAt, closedBy, id: key, label } }) => ({
    _tag: "report-closed",
    key,
    status: "Resolved",
    closedBy,
    closedAt,
    label
  }),
  "ReportDismissed.v1": ({ data: { closedAt, closedBy, id: key } }) => ({
    _tag: "report-closed",
    key,
    status: "Dismissed",
    closedBy,
    closedAt,
    label: null
  })
};
