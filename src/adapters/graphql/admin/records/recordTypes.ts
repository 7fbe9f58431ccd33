import * as Effect from "effect/Effect";
import { GraphQLEnumType, GraphQLInputObjectType, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { activeLabelsOf } from "../../../../application/labels/activeLabelsOf.ts";
import type { BrowsedProperty } from "../../../../application/records/browse/browsedProperties.ts";
import type { BrowsedRecord } from "../../../../application/records/browse/browseRecords.ts";
import { hiddenSentence } from "../../../../application/records/browse/hiddenReasons.ts";
import type { BrowsedCollection } from "../../../../application/records/browse/listCollections.ts";
import { type ReferenceFrom, referencesFrom } from "../../../../application/records/browse/referencesFrom.ts";
import { type ReferenceTo, referencesTo } from "../../../../application/records/browse/referencesTo.ts";
import { Reports } from "../../../../domain/report/Reports.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { jsonScalar } from "../../schema/scalars/jsonScalar.ts";
import { flag, int, listOf, text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { label } from "../moderation/labelFields.ts";
import { connectionOf } from "../page/connection.ts";

const property = new GraphQLObjectType<BrowsedProperty>({
  name: "RecordProperty",
  description: "A property of the records of a collection.",
  fields: {
    name: { type: text, description: "Its path, joined by dots, such as `reply.parent.uri`." },
    description: { type: GraphQLString },
    required: { type: flag },
    type: {
      type: text,
      description: "The kind of its values: Scalar, Object, List, Union, Blob, Bytes, CidLink, Unknown."
    },
    operand: {
      type: GraphQLString,
      description:
        "How its values are compared: string, instant, integer, boolean, link or bytes. Null if they can only be present or absent."
    }
  }
});

/** A collection of the Lexicons in use. */
export const recordCollection = new GraphQLObjectType<BrowsedCollection>({
  name: "RecordCollection",
  description: "A collection that the Lexicons in use define.",
  fields: {
    collection: { type: text },
    description: { type: GraphQLString },
    records: { type: int, description: "The number of visible records." },
    hidden: { type: int, description: "The number of hidden records." },
    lastIndexedAt: { type: dateTimeScalar, description: "When the last visible record was indexed." },
    properties: { type: listOf(property), description: "Its properties, with those of objects, by the Lexicon." }
  }
});

const referenceFrom = new GraphQLObjectType<ReferenceFrom>({
  name: "RecordReference",
  description: "A record or an account that a record refers to.",
  fields: {
    path: { type: text, description: "Where, such as `reply.parent.uri`." },
    subject: { type: text, description: "The AT URI of the record, or the DID of the account." },
    did: { type: text, description: "The account, or the author of the record." },
    handle: { type: GraphQLString, description: "Null if it is unknown." },
    collection: { type: GraphQLString, description: "Null for an account." },
    isKnown: { type: flag, description: "Whether the record is in the index, or the account is known." }
  }
});

/** A record, as admins read it: also while it is hidden. */
export const adminRecord: GraphQLObjectType<BrowsedRecord, AdminContext> = new GraphQLObjectType<
  BrowsedRecord,
  AdminContext
>({
  name: "IndexedRecord",
  description: "An indexed record, also while it is hidden.",
  fields: () => ({
    uri: { type: text },
    cid: { type: text },
    did: { type: text },
    handle: { type: GraphQLString, description: "The handle of its author; null if it is unknown." },
    collection: { type: text },
    rkey: { type: text },
    indexedAt: { type: new GraphQLNonNull(dateTimeScalar) },
    value: { type: new GraphQLNonNull(jsonScalar), description: "The record." },
    hiddenBy: {
      type: GraphQLString,
      description:
        "Why queries do not show it: record-label, account-label, or the status of its account. Null if they do."
    },
    hiddenMessage: {
      type: GraphQLString,
      description: "The same as a sentence.",
      resolve: ({ hiddenBy }) => (hiddenBy === null ? null : hiddenSentence(hiddenBy))
    },
    references: {
      type: listOf(referenceFrom),
      description: "The records and accounts that it names, up to 50.",
      resolve: ({ value }, _given, context) => asAdmin(context, () => referencesFrom(value))
    },
    referencedBy: {
      type: listOf(referenceTo),
      description: "The records that refer to it by their Lexicon, by collection and path, the most first.",
      resolve: ({ uri }, _given, context) => asAdmin(context, () => referencesTo(uri))
    },
    labels: {
      type: listOf(label),
      description: "The active labels of the record itself.",
      resolve: ({ uri }, _given, context) => asAdmin(context, () => activeLabelsOf(uri))
    },
    reports: {
      type: int,
      description: "The number of reports about it.",
      resolve: ({ uri }, _given, context) =>
        asAdmin(context, () =>
          Effect.flatMap(Reports, (reports) => reports.count({ status: null, subject: uri, account: null }))
        )
    }
  })
});

const referenceTo: GraphQLObjectType<ReferenceTo, AdminContext> = new GraphQLObjectType<ReferenceTo, AdminContext>({
  name: "ReferringRecords",
  description: "The records of a collection that refer to a record at a path, hidden ones included.",
  fields: {
    collection: { type: text },
    path: { type: text, description: "Such as `subject`, or `items[].subject`." },
    count: { type: int },
    records: { type: listOf(adminRecord), description: "The last five." },
    property: {
      type: GraphQLString,
      description: "The property to list all of them by, with `adminRecords`; null if they refer in a list."
    }
  }
});

export const recordConnection = connectionOf(adminRecord);

export const recordScope = new GraphQLEnumType({
  name: "RecordScope",
  values: {
    VISIBLE: { value: "visible", description: "What queries show." },
    ALL: { value: "all", description: "Hidden records too." },
    HIDDEN: { value: "hidden", description: "Hidden records only." }
  }
});

const recordOperator = new GraphQLEnumType({
  name: "RecordOperator",
  values: {
    EQUALS: { value: "equals" },
    NOT_EQUALS: { value: "not-equals" },
    CONTAINS: { value: "contains", description: "Ignores case. For texts." },
    STARTS_WITH: { value: "starts-with", description: "For texts." },
    AT_LEAST: { value: "at-least" },
    AT_MOST: { value: "at-most" },
    PRESENT: { value: "present", description: "Takes no value." },
    ABSENT: { value: "absent", description: "Takes no value. A value of another type counts as absent." }
  }
});

export const recordConditionInput = new GraphQLInputObjectType({
  name: "RecordConditionInput",
  description: "A condition on a property.",
  fields: {
    property: { type: text, description: "Its path, joined by dots." },
    operator: { type: new GraphQLNonNull(recordOperator) },
    value: { type: GraphQLString, description: "As text: a time as 2026-01-31 or 2026-01-31T12:00:00Z." }
  }
});

const recordOrder = new GraphQLEnumType({
  name: "RecordOrder",
  values: {
    INDEXED_AT: { value: "indexed-at" },
    RECORD_KEY: { value: "record-key" },
    AUTHOR: { value: "author", description: "By the DID." },
    PROPERTY: { value: "property" }
  }
});

export const recordOrderInput = new GraphQLInputObjectType({
  name: "RecordOrderInput",
  fields: {
    by: { type: new GraphQLNonNull(recordOrder) },
    property: { type: GraphQLString, description: "The path of the property, for PROPERTY." },
    descending: { type: flag, defaultValue: true }
  }
});
