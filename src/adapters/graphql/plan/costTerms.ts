import type {
  AnySelection,
  EdgeMember,
  Field,
  NotificationPage,
  ObjectMember,
  Page,
  Parameter,
  ParameterValue,
  RecordQuery,
  Root,
  SearchPage,
  Selection,
  Shape
} from "../../../domain/record/query/RecordQuery.ts";

/** A place of a query where records are read: `size` of them for each one that is read at the place `above`. */
export interface CostTerm {
  readonly above: number | null;
  readonly size: Parameter | number;
  /** How many collections the statement looks into at this place: all of them where a reference may lead anywhere. */
  readonly collections: number;
}

/** How many references a list is taken to have: what it really has is not known before it is read. */
const estimatedItems = 10;

/** Places are added where a query has them, each after the one above it. */
class CostWalk {
  readonly terms: Array<CostTerm> = [];

  at(above: number | null, size: CostTerm["size"], collections = 1): number {
    return this.terms.push({ above, size, collections }) - 1;
  }

  root(root: Root): void {
    switch (root._tag) {
      case "PageRoot":
        this.page(null, root.page);
        return;
      case "RecordRoot":
      case "VersionsRoot":
        this.selection(this.at(null, 1), root.selection);
        return;
      case "AnyRecordRoot":
        this.anySelection(this.at(null, 1, root.selections.size), root.selections);
        return;
      case "AggregateRoot":
        this.at(null, root.aggregate.limit);
        return;
      case "NotificationsRoot":
        this.notifications(root.page);
        return;
      case "SearchRoot":
        this.search(root.search);
        return;
      case "ViewerRoot": {
        const above = this.at(null, 1);
        for (const member of root.members) {
          if (member._tag === "DidRecord" || member._tag === "DidPage") this.field(above, member);
        }
        return;
      }
      case "ChangeCursorRoot":
      case "TypenameRoot":
        return;
    }
  }

  /** The rows are found in every collection, and each is read from its own. */
  search({ collections, members, take }: SearchPage): void {
    const here = this.at(null, take, collections.length);
    for (const member of members) {
      if (member._tag === "SearchNodes") this.found(here, member.selections);
      if (member._tag !== "SearchEdges") continue;
      for (const each of member.members) if (each._tag === "SearchNode") this.found(here, each.selections);
    }
  }

  found(above: number, selections: AnySelection): void {
    this.anySelection(this.at(above, 1, selections.size), selections);
  }

  /** Counting rows reads none of them. */
  page(above: number | null, { members, take }: Page): void {
    const reads = members.some(({ _tag }) => _tag === "Edges" || _tag === "Nodes" || _tag === "PageInfo");
    const here = this.at(above, reads ? take : 1);
    for (const member of members) {
      if (member._tag === "Nodes") this.selection(here, member.selection);
      if (member._tag === "Edges") this.edges(here, member.members);
    }
  }

  notifications({ members, take }: NotificationPage): void {
    const edges = members.flatMap((member) => (member._tag === "NotificationEdges" ? member.members : []));
    const reads = members.some(({ _tag }) => _tag === "NotificationEdges" || _tag === "PageInfo");
    const here = this.at(null, reads ? take : 1);
    for (const member of edges) {
      if (member._tag === "NotifyingRecord")
        this.anySelection(this.at(here, 1, member.selections.size), member.selections);
    }
  }

  edges(above: number, members: ReadonlyArray<EdgeMember>): void {
    for (const member of members) if (member._tag === "Node") this.selection(above, member.selection);
  }

  selection(above: number, fields: Selection): void {
    for (const field of fields) this.field(above, field);
  }

  anySelection(above: number, selections: AnySelection): void {
    for (const selection of selections.values()) this.selection(above, selection);
  }

  field(above: number, field: Field): void {
    switch (field._tag) {
      case "DidPage":
      case "ReverseJoin":
        this.page(above, field.page);
        return;
      case "Joins":
        this.selection(above, field.members);
        return;
      case "DidRecord":
      case "ViewerRecord":
        this.selection(this.at(above, 1), field.selection);
        return;
      case "Resolved":
        this.member(above, field, 1);
        return;
      case "PropertyField":
        this.shape(above, field.shape, 1);
        return;
      case "MetaField":
      case "ValueField":
      case "TypenameField":
        return;
      case "LabelsField":
        this.at(above, 1);
        return;
    }
  }

  /** A value that each record has `times` of. */
  shape(above: number, shape: Shape, times: number): void {
    if (shape._tag === "ListShape") this.shape(above, shape.item, times * estimatedItems);
    if (shape._tag === "ObjectShape") this.members(above, shape.members, times);
    if (shape._tag !== "UnionShape") return;
    for (const members of new Set(shape.variants.values())) this.members(above, members, times);
  }

  members(above: number, members: ReadonlyArray<ObjectMember>, times: number): void {
    for (const member of members) this.member(above, member, times);
  }

  member(above: number, member: ObjectMember, times: number): void {
    if (member._tag === "ObjectProperty") this.shape(above, member.shape, times);
    if (member._tag !== "Resolved") return;
    const { many, selections } = member;
    this.anySelection(this.at(above, many ? times * estimatedItems : times, selections.size), selections);
  }
}

/** Where a query reads records, each place after the one above it. */
export const costTerms = ({ roots }: RecordQuery): ReadonlyArray<CostTerm> => {
  const walk = new CostWalk();
  for (const root of roots) walk.root(root);
  return walk.terms;
};

/** How many tables a query makes the database look into; a table counts once for each place. */
export const tablesOf = (terms: ReadonlyArray<CostTerm>): number =>
  terms.reduce((sum, { collections }) => sum + collections, 0);

/**
 * How many nodes a query asks for at most: the product of the page sizes on each path, summed over the paths. The
 * parameters of the query begin at `from` of those given.
 */
export const estimateCost = (
  terms: ReadonlyArray<CostTerm>,
  parameters: ReadonlyArray<ParameterValue>,
  from = 0
): number => {
  const counts: Array<number> = [];
  let sum = 0;
  for (const { above, size } of terms) {
    const many = typeof size === "number" ? size : Number(parameters[from + size.index]);
    const count = (above === null ? 1 : (counts[above] ?? 0)) * many;
    counts.push(count);
    sum += count;
  }
  return sum;
};
