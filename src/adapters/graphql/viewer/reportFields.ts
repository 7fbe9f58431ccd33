import { GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { createReport } from "../../../application/reports/createReport.ts";
import { StreamContended } from "../../../domain/event/StreamContended.ts";
import type { ReportReasonType } from "../../../domain/report/ReportEvent.ts";
import { ReportRefused } from "../../../domain/report/ReportRefused.ts";
import type { ListedReport } from "../../../domain/report/Reports.ts";
import { maxReportsPerHour, maxStatementGraphemes } from "../../../domain/report/reportLimits.ts";
import type { AdminContext } from "../admin/AdminContext.ts";
import type { RootFields } from "../schema/ApiSchema.ts";
import { reportFieldConfig, reportReasonType } from "../schema/reportTypes.ts";
import { asViewer, databaseUnreachable, fieldError } from "./asViewer.ts";

const report = new GraphQLObjectType<ListedReport>({
  name: "Report",
  description: "What a user reported to the moderators of this instance.",
  fields: reportFieldConfig
});

const refusal = (failure: { readonly _tag: string }) => {
  if (failure instanceof ReportRefused)
    return fieldError(failure.message, failure.reason === "too-many" ? "RATE_LIMITED" : "BAD_USER_INPUT");
  return failure instanceof StreamContended ? fieldError(failure.message, "UNAVAILABLE") : databaseUnreachable;
};

interface Given {
  readonly subjectUri: string;
  readonly reasonType: ReportReasonType;
  readonly reason?: string | null;
}

/** The field with which a user reports an account or a record. */
export const reportFields: RootFields<AdminContext> = {
  mutation: {
    createReport: {
      type: new GraphQLNonNull(report),
      description: `Reports an account or a record to the moderators of this instance. It needs a valid token, and no scope. A user has one report of a subject: the first one is returned again. Up to ${maxReportsPerHour} in an hour.`,
      args: {
        subjectUri: {
          type: new GraphQLNonNull(GraphQLString),
          description: "The AT URI of a record, with a DID, or the DID of an account."
        },
        reasonType: { type: new GraphQLNonNull(reportReasonType) },
        reason: {
          type: GraphQLString,
          description: `What the moderators need to know, up to ${maxStatementGraphemes} graphemes.`
        }
      },
      resolve: (_source, { reason = null, reasonType, subjectUri }: Given, context) =>
        asViewer(context, refusal, (viewer) => createReport(viewer, { subjectUri, reasonType, statement: reason }))
    }
  }
};
