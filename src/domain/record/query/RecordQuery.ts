import type { Nsid } from "../../atproto/Nsid.ts";
import type { ScalarType } from "../../lexicon/model/Collection.ts";
import type { ReferencePath } from "../../lexicon/model/Reference.ts";
import type { BlobMember } from "../shape/BlobMember.ts";
import type { Scalar } from "../value/scalarValue.ts";
import type { Interval } from "./Interval.ts";
import type { OperandType } from "./OperandType.ts";

/**
 * The intermediate representation of decision 7, Relay-shaped by design: connections, edges, cursors and response keys
 * are part of the query language, so that two implementations return the same bytes (decision 55).
 *
 * A read request as data: what a GraphQL document selects, with names resolved and every value a numbered parameter.
 * One query is one statement. Its members are written in order under their response keys, so that any two
 * implementations return the same bytes.
 */
export interface RecordQuery {
  readonly roots: ReadonlyArray<Root>;
}

/** The index of a value in the parameters that are passed alongside the query. */
export interface Parameter {
  readonly _tag: "Parameter";
  readonly index: number;
}

/**
 * A value that is passed alongside the query, so that a query is compiled once and run with many values. It has the
 * type of its operand. An instant is in microseconds since 1970; instants and integers are whole numbers.
 */
export type ParameterValue = Scalar | ReadonlyArray<Scalar>;

/** One member of the result. */
export type Root =
  | { readonly _tag: "PageRoot"; readonly key: string; readonly page: Page }
  /** The record at an AT URI, or null. */
  | {
      readonly _tag: "RecordRoot";
      readonly key: string;
      readonly collection: Nsid;
      readonly uri: Parameter;
      readonly selection: Selection;
    }
  /**
   * What is selected of versions of records of a collection, stored or not: a list of JSON texts in the order of the versions.
   * `versions` is a list of `versionText`. What a selection joins is read as it is stored.
   */
  | {
      readonly _tag: "VersionsRoot";
      readonly key: string;
      readonly collection: Nsid;
      readonly versions: Parameter;
      readonly selection: Selection;
    }
  /** The record of any collection at an AT URI, or null. */
  | {
      readonly _tag: "AnyRecordRoot";
      readonly key: string;
      readonly uri: Parameter;
      readonly selections: AnySelection;
    }
  | { readonly _tag: "AggregateRoot"; readonly key: string; readonly aggregate: Aggregate }
  | { readonly _tag: "NotificationsRoot"; readonly key: string; readonly page: NotificationPage }
  | { readonly _tag: "SearchRoot"; readonly key: string; readonly search: SearchPage }
  /** The signed-in user. `did` and the result are null if nobody is signed in. */
  | {
      readonly _tag: "ViewerRoot";
      readonly key: string;
      readonly did: Parameter | null;
      readonly members: ReadonlyArray<ViewerMember>;
    }
  /** The cursor after the last change that the query sees, as `formatChangeCursor` writes it. */
  | { readonly _tag: "ChangeCursorRoot"; readonly key: string }
  | { readonly _tag: "TypenameRoot"; readonly key: string; readonly name: string };

export type ViewerMember =
  | { readonly _tag: "ViewerDid"; readonly key: string }
  /** The handle among the actors that the service knows, or null. */
  | { readonly _tag: "ViewerHandle"; readonly key: string }
  | { readonly _tag: "ViewerTypename"; readonly key: string; readonly name: string }
  | DidJoin;

/**
 * A page of one collection by keyset pagination: the rows between `after` and `before` in the order of `sort`, ties
 * broken by URI. In the reading direction there is another page if there are more such rows than the page took. In the
 * opposite direction there is one if the position there is set and rows that satisfy `where` are at it or beyond it.
 */
export interface Page {
  readonly collection: Nsid;
  readonly where: Filter;
  /** Never empty. Nulls are last in both directions; the URI breaks ties in the direction of the last key. */
  readonly sort: ReadonlyArray<SortKey>;
  /** `backward` takes the last rows instead of the first ones, and returns them in the order of `sort`. */
  readonly direction: "forward" | "backward";
  /** The number of rows; a value above `maxPageSize` counts as `maxPageSize`. */
  readonly take: Parameter;
  readonly after: Seek | null;
  readonly before: Seek | null;
  readonly members: ReadonlyArray<PageMember>;
}

/**
 * A page of the notifications of the signed-in user: the records that refer to the user (`accountReferences`), each once,
 * by the time of indexing, newest first, then by URI, descending. It is read like a `Page`, forward.
 */
export interface NotificationPage {
  /** The DID of the user. */
  readonly viewer: Parameter;
  /** The collections whose records count. */
  readonly collections: ReadonlyArray<Nsid>;
  readonly take: Parameter;
  /** Null for the first page. Its only value is the time of indexing. */
  readonly after: Seek | null;
  readonly members: ReadonlyArray<NotificationMember>;
}

export type NotificationMember =
  | {
      readonly _tag: "NotificationEdges";
      readonly key: string;
      readonly members: ReadonlyArray<NotificationEdgeMember>;
    }
  | { readonly _tag: "PageInfo"; readonly key: string; readonly members: ReadonlyArray<PageInfoMember> }
  | { readonly _tag: "TotalCount"; readonly key: string }
  /** The number of notifications on all pages that were indexed after the seen marker of the user. */
  | { readonly _tag: "UnreadCount"; readonly key: string }
  /** The seen marker of the user as `instantText` writes it; null if there is none. */
  | { readonly _tag: "SeenAt"; readonly key: string }
  | { readonly _tag: "PageTypename"; readonly key: string; readonly name: string };

export type NotificationEdgeMember =
  | { readonly _tag: "NotifyingRecord"; readonly key: string; readonly selections: AnySelection }
  /** The path and the subject of the reference, as `AccountReference` describes them. */
  | { readonly _tag: "Reason" | "Subject"; readonly key: string }
  | { readonly _tag: "Cursor"; readonly key: string }
  | { readonly _tag: "EdgeTypename"; readonly key: string; readonly name: string };

/**
 * A page of the records of several collections whose searchable properties together have the words of a search; the words
 * of a phrase must be in one property. The order is rank (`searchRank`), highest first, then the time of indexing, newest
 * first, then URI, descending.
 */
export interface SearchPage {
  /** The needles of the search (`parseSearch`), a list of texts. */
  readonly needles: Parameter;
  readonly collections: ReadonlyArray<Nsid>;
  /** Whether each of the collections has to be searchable. Otherwise those that are not are left out. */
  readonly required: boolean;
  /** The number of rows; a value above `maxPageSize` counts as `maxPageSize`. */
  readonly take: Parameter;
  readonly after: SearchSeek | null;
  readonly members: ReadonlyArray<SearchMember>;
}

/** An exclusive position in the order of a search. */
export interface SearchSeek {
  readonly rank: Parameter;
  readonly indexedAt: Parameter;
  readonly uri: Parameter;
}

export type SearchMember =
  | { readonly _tag: "SearchEdges"; readonly key: string; readonly members: ReadonlyArray<SearchEdgeMember> }
  | { readonly _tag: "SearchNodes"; readonly key: string; readonly selections: AnySelection }
  | { readonly _tag: "PageInfo"; readonly key: string; readonly members: ReadonlyArray<PageInfoMember> }
  | { readonly _tag: "TotalCount"; readonly key: string }
  | { readonly _tag: "PageTypename"; readonly key: string; readonly name: string };

export type SearchEdgeMember =
  | { readonly _tag: "SearchNode"; readonly key: string; readonly selections: AnySelection }
  /** The rank, the time of indexing and the URI, tied to the needles (`SearchCursor.ts`). */
  | { readonly _tag: "Cursor"; readonly key: string }
  | { readonly _tag: "Rank"; readonly key: string }
  | { readonly _tag: "EdgeTypename"; readonly key: string; readonly name: string };

/** An exclusive position between rows: the value of each sort key (null if the row has none) and the URI. */
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
  /** The number of records up to a bound from 1 to `maxCountBound`, which stands for that many and more. */
  | { readonly _tag: "BoundedCount"; readonly key: string; readonly atMost: Parameter }
  | { readonly _tag: "PageTypename"; readonly key: string; readonly name: string };

export type EdgeMember =
  | { readonly _tag: "Node"; readonly key: string; readonly selection: Selection }
  /** The sort values and the URI of the row, tied to the sort order (`Cursor.ts`). */
  | { readonly _tag: "Cursor"; readonly key: string }
  | { readonly _tag: "EdgeTypename"; readonly key: string; readonly name: string };

export type PageInfoMember =
  | {
      readonly _tag: "HasNextPage" | "HasPreviousPage" | "StartCursor" | "EndCursor";
      readonly key: string;
    }
  | { readonly _tag: "PageInfoTypename"; readonly key: string; readonly name: string };

/** The selected fields of a record, in order. */
export type Selection = ReadonlyArray<Field>;

/** The selected fields of a record by its collection. A record of any other collection is null. */
export type AnySelection = ReadonlyMap<Nsid, Selection>;

export type Field =
  | { readonly _tag: "MetaField"; readonly key: string; readonly meta: Meta }
  /** A property of the record in its shape; null if the stored value does not fit the shape. */
  | { readonly _tag: "PropertyField"; readonly key: string; readonly property: string; readonly shape: Shape }
  /** The record as stored. */
  | { readonly _tag: "ValueField"; readonly key: string }
  /** The active labels of the record and of its author's account, with those that the author put on it. */
  | { readonly _tag: "LabelsField"; readonly key: string; readonly members: ReadonlyArray<LabelMember> }
  | Resolved
  /** The selected joins of a record, in an object of their own. */
  | { readonly _tag: "Joins"; readonly key: string; readonly members: ReadonlyArray<JoinField> }
  | JoinField;

/** A selected member of a label. `neg` is always false: a negation is not active. */
export type LabelMember =
  | {
      readonly _tag: "LabelProperty";
      readonly key: string;
      readonly property: "id" | "src" | "uri" | "cid" | "val" | "neg" | "cts" | "exp";
    }
  | { readonly _tag: "LabelTypename"; readonly key: string; readonly name: string };

/** A selected join of a record. */
export type JoinField =
  | { readonly _tag: "TypenameField"; readonly key: string; readonly name: string }
  /**
   * The records of `page.collection` of which a reference at `via` points to this record, each once. `via` is a path
   * that `referencesOf` returns for the collection.
   */
  | { readonly _tag: "ReverseJoin"; readonly key: string; readonly via: ReferencePath; readonly page: Page }
  | ViewerRecord
  | DidJoin;

/**
 * The record that a property refers to, an at-uri or a strongRef by its Lexicon; null if the property holds no
 * reference or there is no such record. With `many` the property is a list: the result is null if it holds no list, and
 * otherwise has a null for each item without a record. See `referencedRecords` and `referenceUri.ts`.
 */
export interface Resolved {
  readonly _tag: "Resolved";
  readonly key: string;
  readonly property: string;
  readonly many: boolean;
  readonly selections: AnySelection;
}

/**
 * The viewer's own record of a collection of which a reference at `via` points to this record or its author. Of several
 * records it is the one indexed last, then the one with the greatest URI. Null if nobody is signed in.
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

/**
 * The form that a stored JSON value must have to be returned, and its selected members. A value that does not fit is
 * null.
 */
export type Shape =
  | { readonly _tag: "ScalarShape"; readonly type: ScalarType }
  /** `{"$bytes": base64}`, returned as the base64 text. */
  | { readonly _tag: "BytesShape" }
  /** `{"$link": cid}`, returned as the CID. */
  | { readonly _tag: "LinkShape" }
  | { readonly _tag: "JsonShape" }
  | { readonly _tag: "BlobShape"; readonly members: ReadonlyArray<BlobMember> }
  | { readonly _tag: "ObjectShape"; readonly members: ReadonlyArray<ObjectMember> }
  | { readonly _tag: "ListShape"; readonly item: Shape }
  /** The variant for the value's `$type`; null for any other type. */
  | { readonly _tag: "UnionShape"; readonly variants: ReadonlyMap<string, ReadonlyArray<ObjectMember>> };

export type ObjectMember =
  | { readonly _tag: "ObjectProperty"; readonly key: string; readonly property: string; readonly shape: Shape }
  | { readonly _tag: "ObjectTypename"; readonly key: string; readonly name: string }
  | Resolved;

/** Records of another collection by the same author. */
export type DidJoin =
  /** The only record of a `literal:self` collection, or null. */
  | {
      readonly _tag: "DidRecord";
      readonly key: string;
      readonly collection: Nsid;
      readonly rkey: string;
      readonly selection: Selection;
    }
  | { readonly _tag: "DidPage"; readonly key: string; readonly page: Page };

/** The metadata that the service has for every record. */
export type Meta = "uri" | "cid" | "did" | "collection" | "rkey" | "indexedAt" | "actorHandle";

/** A value to filter or sort by. A property whose stored value has another type counts as null. */
export type Operand = { readonly _tag: "MetaOperand"; readonly meta: Meta } | PropertyOperand;

export interface PropertyOperand {
  readonly _tag: "PropertyOperand";
  readonly path: readonly [string, ...ReadonlyArray<string>];
  readonly type: OperandType;
}

/**
 * The number of records of a collection in each group of equal values. A missing value is a value of its own. Groups
 * are ordered by count, then by their values, ascending with nulls last.
 */
export interface Aggregate {
  readonly collection: Nsid;
  readonly where: Filter;
  readonly groups: ReadonlyArray<GroupKey>;
  /** The direction of the order by count. */
  readonly order: "ASC" | "DESC";
  /** The number of groups, limited like `Page.take`. */
  readonly limit: Parameter;
  readonly members: ReadonlyArray<AggregateMember>;
}

/** A value that records are grouped by. */
export type GroupKey =
  /** A scalar or, with an interval, the interval in UTC that contains an instant. */
  | { readonly _tag: "ValueGroup"; readonly operand: Operand; readonly interval: Interval | null }
  /**
   * A property of the record that is a list, as a unit. Lists are equal if their canonical JSON is, and are ordered by
   * its hash (`listHash.ts`). Null if the stored value is not a list.
   */
  | { readonly _tag: "ListGroup"; readonly property: string };

export type AggregateMember =
  /**
   * The value of a group by its index in `groups`: an instant as ISO 8601 in UTC with milliseconds, or with
   * microseconds if it has any; an interval as `intervalText` writes it; a list as stored.
   */
  | { readonly _tag: "GroupValue"; readonly key: string; readonly group: number }
  | { readonly _tag: "GroupCount"; readonly key: string }
  | { readonly _tag: "GroupTypename"; readonly key: string; readonly name: string };

/**
 * A condition on a row: true or false, never unknown. A comparison with a missing value is false, including `ne` and
 * `notIn`; `Not` turns false into true.
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
  /**
   * Whether the record, or its author's account, has an active label, or the author put one on the record: one of the
   * values `vals`, of one of the sources `srcs`. Null does not restrict.
   */
  | { readonly _tag: "Labeled"; readonly vals: Parameter | null; readonly srcs: Parameter | null }
  /** Whether such a label has the visibility `HIDE` for the viewer; null stands for somebody who is not signed in. */
  | { readonly _tag: "HiddenFromViewer"; readonly viewer: Parameter | null }
  /**
   * Whether a text has the words of a search (`parseSearch`), which are its needles as a list of texts. A record without
   * the property does not match.
   */
  | { readonly _tag: "Search"; readonly operand: PropertyOperand; readonly needles: Parameter }
  /** Whether a property that is not a scalar is missing or null. */
  | {
      readonly _tag: "IsAbsent";
      readonly path: readonly [string, ...ReadonlyArray<string>];
      readonly negated: boolean;
    };
