import type { DocumentNode } from "graphql";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";
import type { Collection } from "../../../domain/lexicon/model/Collection.ts";
import type { RecordProblem } from "../../../domain/lexicon/model/RecordProblem.ts";
import type { RecordChange } from "../../../domain/record/change/RecordChange.ts";
import type { Filter, ParameterValue, RecordQuery } from "../../../domain/record/query/RecordQuery.ts";
import type { PlanError } from "./PlanError.ts";

/** What a request asks for, ready to be carried out. */
export type Plan = QueryPlan | MutationPlan | SubscriptionPlan;

/** The roots of a query in order: some are answered by the index, some by graphql-js. */
export interface QueryPlan {
  readonly kind: "query";
  /** The response keys of all roots in the order of the answer. */
  readonly keys: ReadonlyArray<string>;
  /** The same object for every request of this document with variables of this shape; null when nothing is asked of the index. */
  readonly query: RecordQuery | null;
  /** The result if it is the same for every request, as that of `{ __typename }`; null otherwise. */
  readonly constant: string | null;
  readonly parameters: ReadonlyArray<ParameterValue>;
  /** Root fields that bring their own resolvers; null when there are none. */
  readonly executed: ExecutedRoots | null;
  /** Introspection; null when there is none. */
  readonly introspected: ExecutedRoots | null;
  /** Of fields that are null in the answer. */
  readonly fieldErrors: ReadonlyArray<PlanError>;
  /** How many records it asks for at most, estimated. */
  readonly cost: number;
}

/** Roots that graphql-js `execute` answers on the same schema. */
export interface ExecutedRoots {
  readonly document: DocumentNode;
  /** As they were sent. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The roots of a mutation, to be carried out one after the other. */
export interface MutationPlan {
  readonly kind: "mutation";
  readonly steps: ReadonlyArray<MutationStep>;
  /** Of fields that are null in the answer. */
  readonly fieldErrors: ReadonlyArray<PlanError>;
  /** How many records its answer asks for at most, estimated. */
  readonly cost: number;
}

/** The root of a subscription. */
export type SubscriptionPlan = ChangePlan | NotificationPlan;

interface Subscribed {
  readonly kind: "subscription";
  readonly key: string;
  /** The text of the cursor to continue after; null to start now. */
  readonly after: string | null;
  readonly fieldErrors: ReadonlyArray<PlanError>;
  /** How many records an event asks for at most, estimated. */
  readonly cost: number;
}

/** Changes of the records of a collection that match a filter. */
export interface ChangePlan extends Subscribed {
  readonly _tag: "ChangePlan";
  readonly collection: Nsid;
  readonly change: RecordChange["kind"];
  readonly where: Filter;
  /** The parameters of `where`. */
  readonly parameters: ReadonlyArray<ParameterValue>;
  /** What is selected of each record, or of what is known of a deleted one. */
  readonly selected: RecordResult | ReadonlyArray<PlainMember>;
}

/** Records of others that begin to refer to a user. */
export interface NotificationPlan extends Subscribed {
  readonly _tag: "NotificationPlan";
  /** The same object for every request of this document with variables of this shape. */
  readonly compiled: object;
  readonly viewer: Did;
  /** What is selected of each record, by its collection. Others do not count. */
  readonly selected: ReadonlyMap<Nsid, RecordResult>;
}

/** One root of a mutation; `field` is its name in the schema, `key` its name in the answer. */
export type MutationStep = RecordStep | ApplyWritesStep | UploadBlobStep | ExecutedStep | TypenameStep;

type RecordStep =
  | {
      readonly _tag: "CreateStep";
      readonly key: string;
      readonly field: string;
      readonly collection: Collection;
      readonly record: JsonObject;
      /** What of the input fits no record. */
      readonly problems: ReadonlyArray<RecordProblem>;
      readonly rkey: string | null;
      readonly answer: RecordResult;
    }
  | {
      readonly _tag: "UpdateStep";
      readonly key: string;
      readonly field: string;
      readonly collection: Collection;
      readonly record: JsonObject;
      /** What of the input fits no record. */
      readonly problems: ReadonlyArray<RecordProblem>;
      readonly rkey: string;
      readonly swapCid: string | null;
      readonly answer: RecordResult;
    }
  | {
      readonly _tag: "DeleteStep";
      readonly key: string;
      readonly field: string;
      readonly collection: Collection;
      readonly rkey: string;
      readonly swapCid: string | null;
      readonly answer: ReadonlyArray<PlainMember>;
    };

/**
 * One write of a batch as it was asked for; `value` is null for a delete, `rkey` where none was given; `problems` is what
 * of the input fits no record.
 */
export interface BatchEntry {
  readonly action: "create" | "update" | "delete";
  readonly collection: Collection;
  readonly rkey: string | null;
  readonly value: JsonObject | null;
  readonly problems: ReadonlyArray<RecordProblem>;
}

export interface ApplyWritesStep {
  readonly _tag: "ApplyWritesStep";
  readonly key: string;
  readonly field: string;
  readonly writes: ReadonlyArray<BatchEntry>;
  readonly members: ReadonlyArray<BatchMember>;
  /** What is asked of each record, under the keys of the members; no roots when nothing is. */
  readonly answer: RecordResult;
}

export interface UploadBlobStep {
  readonly _tag: "UploadBlobStep";
  readonly key: string;
  readonly field: string;
  /** Base64, not yet decoded. */
  readonly data: string;
  readonly mimeType: string;
  readonly answer: ReadonlyArray<PlainMember>;
}

/** A root field that brings its own resolver. */
export interface ExecutedStep {
  readonly _tag: "ExecutedStep";
  readonly key: string;
  readonly field: string;
  readonly executed: ExecutedRoots;
}

export interface TypenameStep {
  readonly _tag: "TypenameStep";
  readonly key: string;
  readonly name: string;
}

/** What is asked of a record that a mutation returns: one root, whose uri is the first parameter (see `selectionQuery`). */
export interface RecordResult {
  readonly query: RecordQuery;
  /** The parameters after the uri. */
  readonly parameters: ReadonlyArray<ParameterValue>;
}

/** A member of the result of one write of a batch. */
export type BatchMember = PlainMember | { readonly _tag: "RecordMember"; readonly key: string };

/** A member of a result that is no record, under its key in the answer. */
export type PlainMember =
  | { readonly _tag: "PlainValue"; readonly key: string; readonly name: string }
  | { readonly _tag: "PlainTypename"; readonly key: string; readonly name: string };
