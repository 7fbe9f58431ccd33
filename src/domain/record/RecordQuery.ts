import type { Nsid } from "../atproto/Nsid.ts";
import type { ScalarType } from "../lexicon/Collection.ts";
import type { Shape } from "./Shape.ts";

/**
 * A read request as data: what a GraphQL document asks for, with names resolved and every value a numbered parameter.
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
 * It has the type of the operand it meets: an instant is a number of microseconds since 1970, and it and an integer
 * are whole.
 */
export type ParameterValue = string | number | boolean | ReadonlyArray<string | number | boolean>;

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
 * A page of one collection, cut by keyset: after `seek` in the order of `sort`, ties broken by uri. In the direction it
 * is read there is another page when there are more rows than it took; in the other when there is a seek, and rows
 * that satisfy `where` on the far side of it or at it.
 */
export interface Page {
  readonly collection: Nsid;
  readonly where: Filter;
  /** Never empty; nulls last in both directions; uri, in the direction of the last key, breaks ties. */
  readonly sort: ReadonlyArray<SortKey>;
  /** `backward` takes the last rows of what is before `seek`, and gives them in the order of `sort`. */
  readonly direction: "forward" | "backward";
  /** At most `maximumTake`, which is also what more than that gives. */
  readonly take: Parameter;
  readonly seek: Seek | null;
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

export type Field =
  | { readonly _tag: "MetaField"; readonly key: string; readonly meta: Meta }
  /** A property of the record, brought into its shape; null where the stored value does not fit it. */
  | { readonly _tag: "PropertyField"; readonly key: string; readonly property: string; readonly shape: Shape }
  /** The record as stored. */
  | { readonly _tag: "ValueField"; readonly key: string }
  | { readonly _tag: "TypenameField"; readonly key: string; readonly name: string }
  /** A list that is empty for now (`labels`). */
  | { readonly _tag: "EmptyListField"; readonly key: string }
  | DidJoin;

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
      readonly type: ScalarType;
    };

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
