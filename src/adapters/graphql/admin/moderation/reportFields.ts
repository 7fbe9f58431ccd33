import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { GraphQLBoolean, GraphQLEnumType, GraphQLInt, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { type DescribedSubject, describeSubjects } from "../../../../application/reports/describeSubject.ts";
import { resolveReport } from "../../../../application/reports/resolveReport.ts";
import { KnownActors } from "../../../../domain/record/index/KnownActors.ts";
import { type ReportAction, ReportNotFound } from "../../../../domain/report/Report.ts";
import { everyReport, type ListedReport, Reports } from "../../../../domain/report/Reports.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { reportFieldConfig, reportStatus } from "../../schema/reportTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { knownAccount } from "../knownAccount.ts";
import { type Connection, connectionOf, pageArguments } from "../page/connection.ts";
import { InvalidPage, pageOf } from "../page/pageOf.ts";
import { reportSubject } from "./reportedSubject.ts";

/** A report with what is known of the accounts in it. */
interface ShownReport extends ListedReport {
  readonly reporterHandle: string | null;
  readonly resolvedByHandle: string | null;
  readonly described: DescribedSubject | null;
}

const report = new GraphQLObjectType<ShownReport, AdminContext>({
  name: "Report",
  description: "What a user reported to the moderators of this instance.",
  fields: {
    ...reportFieldConfig,
    reporterHandle: { type: GraphQLString, description: "Null if it is unknown." },
    resolvedByHandle: { type: GraphQLString, description: "Null if it is unknown." },
    label: {
      type: GraphQLString,
      description: "The label that it was resolved with; null for any other.",
      resolve: ({ status }) => (status._tag === "Resolved" ? status.label : null)
    },
    subject: {
      type: new GraphQLNonNull(reportSubject),
      description: "What it is about, as it is now.",
      resolve: ({ described }) => described
    },
    reportsOfSubject: {
      type: new GraphQLNonNull(GraphQLInt),
      description: "The number of open reports of the same subject, this one included.",
      resolve: ({ subject }, _given, context) =>
        asAdmin(context, () =>
          Effect.flatMap(Reports, (reports) => reports.count({ ...everyReport, subject, status: "Open" }))
        )
    }
  }
});

const action = new GraphQLEnumType({
  name: "ReportAction",
  description: "How a report is closed.",
  values: {
    APPLY_LABEL: { description: "Puts the label labelVal on the subject." },
    DISMISS: { description: "Closes the report without a label." }
  }
});

const Status = Schema.Literal("Open", "Resolved", "Dismissed");
const optional = Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true, default: () => null });
const Listed = Schema.Struct({
  status: Schema.optionalWith(Schema.NullOr(Status), { exact: true, default: () => null }),
  subjectUri: optional,
  did: optional,
  first: Schema.Int,
  after: optional
});
const Resolved = Schema.Struct({
  id: Schema.String,
  action: Schema.Literal("APPLY_LABEL", "DISMISS"),
  labelVal: optional,
  includeOthers: Schema.Boolean
});

/** graphql-js has validated the arguments, so a failure to decode them is a defect. */
const decodeArguments = <A, I>(schema: Schema.Schema<A, I>, given: unknown) =>
  Effect.orDie(Schema.decodeUnknown(schema)(given));

const closerOf = ({ status }: ListedReport) => (status._tag === "Open" ? null : status.by);

const shown = Effect.fnUntraced(function* <Listed extends ListedReport>(reports: ReadonlyArray<Listed>) {
  const described = yield* describeSubjects(reports.map(({ subject }) => subject));
  const people = reports.flatMap((one) => [one.reporter, closerOf(one) ?? one.reporter]);
  const handles = yield* (yield* KnownActors).handles([...new Set(people)]);
  return reports.map(
    (one): ShownReport => ({
      ...one,
      reporterHandle: handles.get(one.reporter) ?? null,
      resolvedByHandle: handles.get(closerOf(one) ?? "") ?? null,
      described: described.get(one.subject) ?? null
    })
  );
});

const list = Effect.fnUntraced(function* (given: unknown, { run }: AdminContext) {
  const { did, status, subjectUri: subject, ...page } = yield* decodeArguments(Listed, given);
  const filter = { status, subject, account: yield* knownAccount(did) };
  const reports = yield* Reports;
  const found = yield* pageOf(page, (before, limit) => Effect.flatMap(reports.page(filter, before, limit), shown));
  return { ...found, totalCount: () => run(reports.count(filter)) } satisfies Connection<ShownReport>;
});

const find = Effect.fnUntraced(function* (id: string) {
  const found = yield* (yield* Reports).find(id);
  if (found === null) return yield* new ReportNotFound({ id });
  const [one] = yield* shown([found]);
  return one;
});

const actionOf = Effect.fnUntraced(function* (name: "APPLY_LABEL" | "DISMISS", label: string | null) {
  if (name === "DISMISS") {
    if (label === null) return { _tag: "Dismiss" } satisfies ReportAction;
    return yield* new InvalidPage({ argument: "labelVal", reason: "is for APPLY_LABEL: leave it out to dismiss." });
  }
  if (label !== null) return { _tag: "ApplyLabel", label } satisfies ReportAction;
  return yield* new InvalidPage({ argument: "labelVal", reason: "is missing: name the label to put on the subject." });
});

const resolve = Effect.fnUntraced(function* (given: unknown, { admin }: AdminContext) {
  const { action: name, id, includeOthers, labelVal } = yield* decodeArguments(Resolved, given);
  const by = admin?.did ?? null;
  const decision = { id, action: yield* actionOf(name, labelVal), includesOthers: includeOthers };
  yield* resolveReport(decision, { by, actor: { type: "admin", id: by } });
  return yield* find(id);
});

/** The admin API fields for reports. */
export const reportFields: Required<RootFields<AdminContext>> = {
  query: {
    reports: {
      type: new GraphQLNonNull(connectionOf(report)),
      description: "What users reported, newest first. Reports of subjects that are gone stay in the list. For admins.",
      args: {
        status: { type: reportStatus, description: "By default all." },
        subjectUri: { type: GraphQLString, description: "Only reports of this record or account." },
        did: {
          type: GraphQLString,
          description: "Only reports of this account or its records: a DID, or a handle known to the service."
        },
        ...pageArguments(50)
      },
      resolve: (_source, given, context) => asAdmin(context, () => list(given, context))
    }
  },
  mutation: {
    resolveReport: {
      type: new GraphQLNonNull(report),
      description:
        "Closes an open report, and returns it. A label and the reports that it closes are one transaction. A report that is closed cannot be closed again (CONFLICT).",
      args: {
        id: { type: new GraphQLNonNull(GraphQLString) },
        action: { type: new GraphQLNonNull(action) },
        labelVal: {
          type: GraphQLString,
          description: "The defined label value to put on the subject, for APPLY_LABEL."
        },
        includeOthers: {
          type: new GraphQLNonNull(GraphQLBoolean),
          defaultValue: false,
          description: "Whether the other open reports of the same subject are closed with it, up to 200."
        }
      },
      resolve: (_source, given, context) => asAdmin(context, () => resolve(given, context))
    }
  }
};
