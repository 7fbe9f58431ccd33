import type { Nsid } from "../../atproto/Nsid.ts";
import type { ScalarType } from "../../lexicon/model/Collection.ts";
import type { ReferencePath } from "../../lexicon/model/Reference.ts";
import type { BlobMember } from "../shape/BlobMember.ts";
import type { Scalar } from "../value/scalarValue.ts";
import type { Interval } from "./Interval.ts";
import type { OperandType } from "./OperandType.ts";

/**
 * The intermediate representation of decision 7, Relay-shaped by design: connections, edges, cursors and response keys are
 * part of the query language, so that two implementations return the same bytes (decision 55).
 *
 * A read request as data: what a GraphQL document selects, with names resolved and every value a numbered parameter.
 * One query is answered by one statement. Its members are written in order under their response keys, so that any
 * two implementations answer with the same bytes.
 */
export interface RecordQuery {
  readonly roots: ReadonlyArray<Root>;
}

/** The place of a value in the parameters that travel beside the query. */
export interface Parameter {
  readonly _tag: "Parameter";
  readonly index: number;
}

/**
 * A value that is passed beside the query, so that a query is compiled once and run with many.
 * It has the type of the operand it meets: an instant is in microseconds since 1970, and it and an integer are whole.
 */
export type ParameterValue = Scalar | ReadonlyArray<Scalar>;

/** One member of the answer. */
export type Root =
  | { readonly _tag: "PageRoot"; readonly key: string; readonly page: Page }
  /** The record at an address: null when there is none. */
  | {
      readonly _tag: "RecordRoot";
      readonly key: string;
      readonly collection: Nsid;
      readonly uri: Parameter;
      readonly selection: Selection;
    }
  /** The record at an address, of whatever collection. */
  | {
      readonly _tag: "AnyRecordRoot";
      readonly key: string;
      readonly uri: Parameter;
      readonly selections: AnySelection;
    }
  | { readonly _tag: "AggregateRoot"; readonly key: string; readonly aggregate: Aggregate }
  /** The signed-in person: `did` is null when nobody is, and so is the answer. */
  | {
      readonly _tag: "ViewerRoot";
      readonly key: string;
      readonly did: Parameter | null;
      readonly members: ReadonlyArray<ViewerMember>;
    }
  | { readonly _tag: "TypenameRoot"; readonly key: string; readonly name: string };

export type ViewerMember =
  | { readonly _tag: "ViewerDid"; readonly key: string }
  /** From the actors the service knows; null for an unknown one. */
  | { readonly _tag: "ViewerHandle"; readonly key: string }
  | { readonly _tag: "ViewerTypename"; readonly key: string; readonly name: string }
  | DidJoin;

/**
 * A page of one collection, cut by keyset: of the rows between `after` and `before` in the order of `sort`, ties broken
 * by uri. In the direction it is read there is another page when there are more such rows than it took; in the other
 * when the position there is set, and rows that satisfy `where` lie at it or on the far side of it.
 */
export interface Page {
  readonly collection: Nsid;
  readonly where: Filter;
  /** Never empty; nulls last in both directions; uri, in the direction of the last key, breaks ties. */
  readonly sort: ReadonlyArray<SortKey>;
  /** `backward` takes the last rows instead of the first, and gives them in the order of `sort`. */
  readonly direction: "forward" | "backward";
  /** At most `maxPageSize`, which is also what more than that gives. */
  readonly take: Parameter;
  readonly after: Seek | null;
  readonly before: Seek | null;
  readonly members: ReadonlyArray<PageMember>;
}

/** A position between rows: the value of each sort key (null where the row has none) and the uri. Exclusive. */
export interface Seek {
  readonly values: ReadonlyArray<Parameter | null>;
  readonly uri: Parameter;
}

export interface SortKey {
  readonly operand: Operand;
  readonly direction: "ASC" | "DESC";
}

export type PageMember =
  | { readonly _tag: "Edges"; readonly key: string; readonly members: ReadonlyArray<EdgeMember> }
  | { readonly _tag: "Nodes"; readonly key: string; readonly selection: Selection }
  | { readonly _tag: "PageInfo"; readonly key: string; readonly members: ReadonlyArray<PageInfoMember> }
  | { readonly _tag: "TotalCount"; readonly key: string }
  | { readonly _tag: "PageTypename"; readonly key: string; readonly name: string };

export type EdgeMember =
  | { readonly _tag: "Node"; readonly key: string; readonly selection: Selection }
  /** See `Cursor.ts`: the sort values and the uri of the row, tied to the sort. */
  | { readonly _tag: "Cursor"; readonly key: string }
  | { readonly _tag: "EdgeTypename"; readonly key: string; readonly name: string };

export type PageInfoMember =
  | {
      readonly _tag: "HasNextPage" | "HasPreviousPage" | "StartCursor" | "EndCursor";
      readonly key: string;
    }
  | { readonly _tag: "PageInfoTypename"; readonly key: string; readonly name: string };

/** What is asked of a record, in order. */
export type Selection = ReadonlyArray<Field>;

/** What is asked of a record by its collection. A record of a collection that is not here is null. */
export type AnySelection = ReadonlyMap<Nsid, Selection>;

export type Field =
  | { readonly _tag: "MetaField"; readonly key: string; readonly meta: Meta }
  /** A property of the record, brought into its shape; null where the stored value does not fit it. */
  | { readonly _tag: "PropertyField"; readonly key: string; readonly property: string; readonly shape: Shape }
  /** The record as stored. */
  | { readonly _tag: "ValueField"; readonly key: string }
  /**
   * `labels` of a record, which is an empty list: the schema has the field, and the service subscribes to no labeler. It is a
   * field of the query language because it takes its place among the others in the response.
   */
  | { readonly _tag: "EmptyListField"; readonly key: string }
  | Resolved
  /** What is asked of the joins of a record, in an object of its own. */
  | { readonly _tag: "Joins"; readonly key: string; readonly members: ReadonlyArray<JoinField> }
  | JoinField;

/** What is asked of the joins of a record. */
export type JoinField =
  | { readonly _tag: "TypenameField"; readonly key: string; readonly name: string }
  /**
   * The records of `page.collection` whose reference at `via`, or one of those there, names this one: each once. `via` is
   * a path that `referencesOf` gives for the collection.
   */
  | { readonly _tag: "ReverseJoin"; readonly key: string; readonly via: ReferencePath; readonly page: Page }
  | ViewerRecord
  | DidJoin;

/**
 * The record that a property refers to, by its Lexicon an at-uri or a strongRef: null where it holds no reference or
 * there is no such record. `many` for a list of them, which is null where the property holds no list, and else has a
 * null for each item that leads to no record. See `referencedRecords` and `referenceUri.ts`.
 */
export interface Resolved {
  readonly _tag: "Resolved";
  readonly key: string;
  readonly property: string;
  readonly many: boolean;
  readonly selections: AnySelection;
}

/**
 * The viewer's own record of a collection whose reference at `via`, or one of those there, names this record, or its
 * author; the one that was indexed last (then the greatest uri) of several. Null when nobody is signed in.
 */
export interface ViewerRecord {
  readonly _tag: "ViewerRecord";
  readonly key: string;
  readonly collection: Nsid;
  readonly via: ReferencePath;
  readonly target: "uri" | "did";
  readonly viewer: Parameter | null;
  readonly selection: Selection;
}

/** What a stored JSON value must look like to be given out, and which of its members are. What does not fit is null. */
export type Shape =
  | { readonly _tag: "ScalarShape"; readonly type: ScalarType }
  /** `{"$bytes": base64}` as its base64 text. */
  | { readonly _tag: "BytesShape" }
  /** `{"$link": cid}` as the CID. */
  | { readonly _tag: "LinkShape" }
  | { readonly _tag: "JsonShape" }
  | { readonly _tag: "BlobShape"; readonly members: ReadonlyArray<BlobMember> }
  | { readonly _tag: "ObjectShape"; readonly members: ReadonlyArray<ObjectMember> }
  | { readonly _tag: "ListShape"; readonly item: Shape }
  /** The variant of the value's `$type`; null for any other. */
  | { readonly _tag: "UnionShape"; readonly variants: ReadonlyMap<string, ReadonlyArray<ObjectMember>> };

export type ObjectMember =
  | { readonly _tag: "ObjectProperty"; readonly key: string; readonly property: string; readonly shape: Shape }
  | { readonly _tag: "ObjectTypename"; readonly key: string; readonly name: string }
  | Resolved;

/** Records of another collection by the same author. */
export type DidJoin =
  /** The one record of a `literal:self` collection, or null. */
  | {
      readonly _tag: "DidRecord";
      readonly key: string;
      readonly collection: Nsid;
      readonly rkey: string;
      readonly selection: Selection;
    }
  | { readonly _tag: "DidPage"; readonly key: string; readonly page: Page };

/** What the service knows of every record. */
export type Meta = "uri" | "cid" | "did" | "collection" | "rkey" | "indexedAt" | "actorHandle";

/** A value to filter or to sort by. A property whose stored value has another type counts as null. */
export type Operand =
  | { readonly _tag: "MetaOperand"; readonly meta: Meta }
  | {
      readonly _tag: "PropertyOperand";
      readonly path: readonly [string, ...ReadonlyArray<string>];
      readonly type: OperandType;
    };

/**
 * How many records of a collection there are of each group: those that have the same values. A missing value is one
 * like any other. Groups are ordered by their count, then by their values, ascending and nulls last.
 */
export interface Aggregate {
  readonly collection: Nsid;
  readonly where: Filter;
  readonly groups: ReadonlyArray<GroupKey>;
  /** The direction of the count. */
  readonly order: "ASC" | "DESC";
  /** As `Page.take`. */
  readonly limit: Parameter;
  readonly members: ReadonlyArray<AggregateMember>;
}

/** What records are grouped by. */
export type GroupKey =
  /** A scalar; with an interval, the interval in UTC that an instant lies in. */
  | { readonly _tag: "ValueGroup"; readonly operand: Operand; readonly interval: Interval | null }
  /**
   * A property of the record that is a list, as a whole: lists are equal when their canonical JSON is, and ordered by
   * its hash (see `listHash.ts`). Null where the stored value is no list.
   */
  | { readonly _tag: "ListGroup"; readonly property: string };

export type AggregateMember =
  /**
   * The value of a group by its place in `groups`; an instant as ISO 8601 in UTC with milliseconds, or microseconds
   * where it has any, an interval as `intervalText` writes it, a list as it is stored.
   */
  | { readonly _tag: "GroupValue"; readonly key: string; readonly group: number }
  | { readonly _tag: "GroupCount"; readonly key: string }
  | { readonly _tag: "GroupTypename"; readonly key: string; readonly name: string };

/**
 * A condition on a row: true or false, never unknown. A comparison with a missing value is false, `ne` and `notIn`
 * included; `Not` turns false into true.
 */
export type Filter =
  | { readonly _tag: "Every"; readonly filters: ReadonlyArray<Filter> }
  | { readonly _tag: "Some"; readonly filters: ReadonlyArray<Filter> }
  | { readonly _tag: "Not"; readonly filter: Filter }
  | {
      readonly _tag: "Compare";
      readonly operand: Operand;
      readonly operator: "eq" | "ne" | "gt" | "gte" | "lt" | "lte";
      readonly value: Parameter;
    }
  | { readonly _tag: "Among"; readonly operand: Operand; readonly negated: boolean; readonly values: Parameter }
  /** `contains` ignores case; `startsWith` does not. No character is a wildcard. */
  | {
      readonly _tag: "Text";
      readonly operand: Operand;
      readonly operator: "contains" | "startsWith";
      readonly value: Parameter;
    }
  | { readonly _tag: "IsNull"; readonly operand: Operand; readonly negated: boolean }
  /** Whether a property that is no scalar is missing or null. */
  | {
      readonly _tag: "IsAbsent";
      readonly path: readonly [string, ...ReadonlyArray<string>];
      readonly negated: boolean;
    };
