import { GraphQLEnumType, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import type { DescribedSubject } from "../../../../application/reports/describeSubject.ts";
import {
  type RelatedRecord,
  recentRecords,
  referencedRecords
} from "../../../../application/reports/relatedRecords.ts";
import { subjectSentence } from "../../../../application/reports/subjectSentence.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { jsonScalar } from "../../schema/scalars/jsonScalar.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";

const subjectState = new GraphQLEnumType({
  name: "ReportSubjectState",
  description: "Whether the subject of a report is still there.",
  values: {
    PRESENT: { value: "Present" },
    HIDDEN: { value: "Hidden", description: "It is stored, and no query shows it." },
    GONE: { value: "Gone", description: "It was deleted or erased, or it was never indexed." },
    UNKNOWN: { value: "Unknown", description: "Nothing of the account is indexed." }
  }
});

const relatedRecord = new GraphQLObjectType<RelatedRecord>({
  name: "RelatedRecord",
  description: "A record beside the subject of a report.",
  fields: {
    path: {
      type: GraphQLString,
      description: "How the subject refers to it, such as reply.parent; null if it does not."
    },
    uri: { type: text },
    did: { type: text },
    handle: { type: GraphQLString, description: "Null if it is unknown." },
    collection: { type: text },
    indexedAt: { type: dateTimeScalar, description: "Null if it is not in the index." },
    value: { type: jsonScalar, description: "The record; null if it is not in the index." }
  }
});

const relatedRecords = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(relatedRecord)));

/** How many recent records of an account are shown. */
const mostRecent = 10;

/** The subject of a report. */
export const reportSubject = new GraphQLObjectType<DescribedSubject, AdminContext>({
  name: "ReportSubject",
  description: "The subject of a report, as it is now.",
  fields: {
    uri: { type: text, description: "The AT URI of a record, or the DID of an account." },
    did: { type: text, description: "The account, or the author of the record." },
    handle: { type: GraphQLString, description: "Null if it is unknown." },
    state: { type: new GraphQLNonNull(subjectState), resolve: ({ state }) => state._tag },
    message: {
      type: GraphQLString,
      description: "Why queries do not show it, as a sentence; null if they do.",
      resolve: ({ state }) => subjectSentence(state)
    },
    collection: { type: GraphQLString, resolve: ({ uri }) => uri.split("/")[3] ?? null },
    cid: { type: GraphQLString, resolve: ({ record }) => record?.cid ?? null },
    indexedAt: { type: dateTimeScalar, resolve: ({ record }) => record?.indexedAt ?? null },
    value: {
      type: jsonScalar,
      description: "The record, also while it is hidden; null for an account, and for a record that is gone.",
      resolve: ({ record }) => record?.value ?? null
    },
    references: {
      type: relatedRecords,
      description: "The records that the record refers to by strong references, such as the parent of a reply.",
      resolve: ({ record }, _given, context) =>
        record === null ? [] : asAdmin(context, () => referencedRecords(record))
    },
    recentRecords: {
      type: relatedRecords,
      description: `The last ${mostRecent} visible records of the account.`,
      resolve: ({ did }, _given, context) => asAdmin(context, () => recentRecords(did, mostRecent))
    }
  }
});
