import { GraphQLEnumType, GraphQLNonNull, GraphQLString } from "graphql";
import type { ListedReport } from "../../../domain/report/Reports.ts";
import { isoTime } from "../../../domain/time/isoTime.ts";
import { dateTimeScalar } from "./scalars/dateTimeScalar.ts";
import { text } from "./scalars/requiredTypes.ts";

/** `ReportReasonType`. */
export const reportReasonType = new GraphQLEnumType({
  name: "ReportReasonType",
  description: "Why something is reported.",
  values: {
    SPAM: { value: "spam", description: "Unwanted advertising or repetition." },
    VIOLATION: { value: "violation", description: "Breaks a law or the rules of this service." },
    MISLEADING: { value: "misleading", description: "Poses as somebody else, or misleads in another way." },
    SEXUAL: { value: "sexual", description: "Sexual content that is unwanted or not labeled." },
    RUDE: { value: "rude", description: "Harassment, or rude behavior." },
    OTHER: { value: "other" }
  }
});

/** `ReportStatus`. */
export const reportStatus = new GraphQLEnumType({
  name: "ReportStatus",
  description: "What became of a report.",
  values: {
    OPEN: { value: "Open", description: "Nobody has decided about it yet." },
    RESOLVED: { value: "Resolved", description: "A label was put on the subject." },
    DISMISSED: { value: "Dismissed", description: "It was closed without a label." }
  }
});

/** The fields of a report, for reporters and for admins. */
export const reportFieldConfig = {
  id: { type: text },
  subjectUri: {
    type: text,
    description: "The AT URI of a record, or the DID of an account.",
    resolve: ({ subject }: ListedReport) => subject
  },
  reasonType: { type: new GraphQLNonNull(reportReasonType) },
  reason: {
    type: GraphQLString,
    description: "What the reporter wrote; null for nothing.",
    resolve: ({ statement }: ListedReport) => statement
  },
  status: { type: new GraphQLNonNull(reportStatus), resolve: ({ status }: ListedReport) => status._tag },
  reporterDid: { type: text, resolve: ({ reporter }: ListedReport) => reporter },
  createdAt: {
    type: new GraphQLNonNull(dateTimeScalar),
    resolve: ({ createdAt }: ListedReport) => isoTime(createdAt)
  },
  resolvedBy: {
    type: GraphQLString,
    description: "The DID of the admin who closed it; null while it is open, and for the operator.",
    resolve: ({ status }: ListedReport) => (status._tag === "Open" ? null : status.by)
  },
  resolvedAt: {
    type: dateTimeScalar,
    description: "When it was closed; null while it is open.",
    resolve: ({ status }: ListedReport) => (status._tag === "Open" ? null : isoTime(status.at))
  }
};
