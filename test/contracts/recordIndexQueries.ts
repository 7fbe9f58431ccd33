import * as fc from "fast-check";
import type { LexiconSet } from "../../src/domain/lexicon/model/LexiconSet.ts";
import { referencesOf } from "../../src/domain/lexicon/model/Reference.ts";
import { type Interval, intervals } from "../../src/domain/record/query/Interval.ts";
import { notificationOrder } from "../../src/domain/record/query/notificationBounds.ts";
import { operandType } from "../../src/domain/record/query/operandValue.ts";
import type {
  Aggregate,
  AggregateMember,
  AnySelection,
  DidJoin,
  EdgeMember,
  Field,
  Filter,
  GroupKey,
  JoinField,
  LabelMember,
  NotificationEdgeMember,
  NotificationMember,
  NotificationPage,
  Page,
  PageInfoMember,
  PageMember,
  Parameter,
  RecordQuery,
  Root,
  Selection,
  ViewerMember
} from "../../src/domain/record/query/RecordQuery.ts";
import { filter, metas, operand, propertiesOf, seek, sort } from "./recordIndexConditions.ts";
import { nsids, undefinedNsid } from "./recordIndexLexicons.ts";
import { anyOf, either, keyed, type WithoutKey } from "./recordIndexMembers.ts";
import { parameter } from "./recordIndexParameters.ts";
import { resolved, shape } from "./recordIndexShapes.ts";

interface Asked {
  readonly query: fc.Arbitrary<RecordQuery>;
  readonly page: fc.Arbitrary<Page>;
  /** A selection of the records of a collection. */
  readonly selection: (nsid: string) => fc.Arbitrary<Selection>;
}

const anyNsid = fc.constantFrom(...nsids, ...nsids, ...nsids, undefinedNsid);

/** Queries, pages alone and selections over the collections of a set of Lexicons. */
export const asked = (set: LexiconSet): Asked => {
  const page = (nsid: Page["collection"], depth: number): fc.Arbitrary<Page> =>
    sort(set, nsid).chain((keys) =>
      fc.record({
        collection: fc.constant(nsid),
        where: fc.oneof(
          { weight: 2, arbitrary: fc.constant<Filter>({ _tag: "Every", filters: [] }) },
          filter(set, nsid, 2)
        ),
        sort: fc.constant(keys),
        direction: fc.constantFrom("forward", "backward"),
        take: parameter("take"),
        after: seek(keys),
        before: seek(keys),
        members: keyed(pageMember(nsid, depth), 4)
      })
    );

  const pageMember = (nsid: string, depth: number): fc.Arbitrary<WithoutKey<PageMember>> =>
    either<WithoutKey<PageMember>>(
      fc.record({ _tag: fc.constant("Edges"), members: keyed(edgeMember(nsid, depth), 3) }),
      fc.record({ _tag: fc.constant("Nodes"), selection: selection(nsid, depth) }),
      fc.record({ _tag: fc.constant("PageInfo"), members: keyed(pageInfoMember, 5) }),
      fc.constant({ _tag: "TotalCount" }),
      fc.record({ _tag: fc.constant("BoundedCount"), atMost: parameter("count bound") }),
      fc.constant({ _tag: "PageTypename", name: "Connection" })
    );

  const edgeMember = (nsid: string, depth: number): fc.Arbitrary<WithoutKey<EdgeMember>> =>
    either<WithoutKey<EdgeMember>>(
      fc.record({ _tag: fc.constant("Node"), selection: selection(nsid, depth) }),
      fc.constant({ _tag: "Cursor" }),
      fc.constant({ _tag: "EdgeTypename", name: "Edge" })
    );

  const selection = (nsid: string, depth: number): fc.Arbitrary<Selection> => keyed(field(nsid, depth), 6);

  const selections = (depth: number): fc.Arbitrary<AnySelection> =>
    fc
      .oneof({ weight: 3, arbitrary: fc.constant(nsids) }, fc.uniqueArray(anyNsid, { maxLength: 3 }))
      .chain((some) => fc.tuple(...some.map((nsid) => selection(nsid, depth).map((found) => [nsid, found] as const))))
      .map((entries) => new Map(entries));

  const pointing = nsids.flatMap((nsid) => {
    const collection = set.collections.find((each) => each.nsid === nsid);
    const references = collection ? referencesOf(collection, set.objects) : [];
    const likely = references.filter(({ path }) => path[0] === "subject");
    return [...references, ...likely, ...likely, ...likely].map(({ path, target }) => ({ nsid, via: path, target }));
  });

  const toRecords = pointing.filter(({ target }) => target === "uri");

  const reverseJoin = (depth: number) =>
    anyOf(toRecords.length > 0 ? toRecords : pointing, ({ nsid, via }) =>
      page(nsid, depth).map((found): WithoutKey<JoinField> => ({ _tag: "ReverseJoin", via, page: found }))
    );

  const viewerRecord = (depth: number) =>
    anyOf(pointing, ({ nsid, via, target }) =>
      fc.record({
        _tag: fc.constant("ViewerRecord" as const),
        collection: fc.constant(nsid),
        via: fc.constant(via),
        target: fc.constantFrom(target, target, target, "uri", "did"),
        viewer: fc.option<Parameter>(parameter("did"), { freq: 8 }),
        selection: selection(nsid, depth)
      })
    );

  const aggregate = (nsid: Page["collection"]): fc.Arbitrary<Aggregate> =>
    fc.array(groupKey(set, nsid), { minLength: 1, maxLength: 3 }).chain((groups) =>
      fc.record({
        collection: fc.constant(nsid),
        where: fc.oneof(fc.constant<Filter>({ _tag: "Every", filters: [] }), filter(set, nsid, 1)),
        groups: fc.constant(groups),
        order: fc.constantFrom("ASC", "DESC"),
        limit: parameter("take"),
        members: keyed(aggregateMember(groups.length), 4)
      })
    );

  const joins = (depth: number): fc.Arbitrary<WithoutKey<Field>> =>
    keyed(
      either<WithoutKey<JoinField>>(
        fc.constant<WithoutKey<JoinField>>({ _tag: "TypenameField", name: "Joins" }),
        didJoin(depth),
        ...reverseJoin(depth),
        ...viewerRecord(depth)
      ),
      3
    ).map((members) => ({ _tag: "Joins", members }));

  const labels: fc.Arbitrary<WithoutKey<Field>> = keyed(
    fc.oneof<Array<fc.Arbitrary<WithoutKey<LabelMember>>>>(
      fc.constant({ _tag: "LabelTypename", name: "Label" }),
      fc
        .constantFrom("id", "src", "uri", "cid", "val", "neg", "cts", "exp")
        .map((property) => ({ _tag: "LabelProperty", property }))
    ),
    8
  ).map((members) => ({ _tag: "LabelsField", members }));

  const field = (nsid: string, depth: number): fc.Arbitrary<WithoutKey<Field>> => {
    const list = propertiesOf(set, nsid);
    const property = anyOf(list, ({ name, type }) =>
      shape(type, set, 0, depth > 0 ? selections(depth - 1) : null).map(
        (found): WithoutKey<Field> => ({ _tag: "PropertyField", property: name, shape: found })
      )
    );
    return either<WithoutKey<Field>>(
      metas.map((meta) => ({ _tag: "MetaField", meta })),
      fc.constantFrom<WithoutKey<Field>>({ _tag: "ValueField" }, { _tag: "TypenameField", name: "T" }),
      labels,
      ...property,
      ...(depth > 0
        ? [
            { weight: 2, arbitrary: didJoin(depth - 1) },
            joins(depth - 1),
            ...resolved(list, selections(depth - 1)),
            ...reverseJoin(depth - 1),
            ...viewerRecord(depth - 1)
          ]
        : [])
    );
  };

  const didJoin = (depth: number): fc.Arbitrary<WithoutKey<DidJoin>> =>
    anyNsid.chain((nsid) =>
      either<WithoutKey<DidJoin>>(
        fc.record({
          _tag: fc.constant("DidRecord"),
          collection: fc.constant(nsid),
          rkey: fc.constantFrom("self", "a"),
          selection: selection(nsid, depth)
        }),
        fc.record({ _tag: fc.constant("DidPage"), page: page(nsid, depth) })
      )
    );

  const viewerMember: fc.Arbitrary<WithoutKey<ViewerMember>> = either<WithoutKey<ViewerMember>>(
    fc.constantFrom<WithoutKey<ViewerMember>>(
      { _tag: "ViewerDid" },
      { _tag: "ViewerHandle" },
      { _tag: "ViewerTypename", name: "Viewer" }
    ),
    didJoin(1)
  );

  const root: fc.Arbitrary<WithoutKey<Root>> = either<WithoutKey<Root>>(
    {
      weight: 6,
      arbitrary: anyNsid.chain((nsid) => fc.record({ _tag: fc.constant("PageRoot"), page: page(nsid, 2) }))
    },
    {
      weight: 2,
      arbitrary: anyNsid.chain((nsid) =>
        fc.record({
          _tag: fc.constant("RecordRoot"),
          collection: fc.constant(nsid),
          uri: fc.oneof(parameter("uri"), parameter("string")),
          selection: selection(nsid, 2)
        })
      )
    },
    {
      weight: 2,
      arbitrary: fc.record({
        _tag: fc.constant("ViewerRoot"),
        did: fc.option<Parameter>(parameter("did")),
        members: keyed(viewerMember, 4)
      })
    },
    {
      weight: 3,
      arbitrary: fc.record({
        _tag: fc.constant("AnyRecordRoot"),
        uri: either(parameter("uri"), parameter("any uri"), parameter("string")),
        selections: selections(2)
      })
    },
    {
      weight: 3,
      arbitrary: anyNsid.chain((nsid) => fc.record({ _tag: fc.constant("AggregateRoot"), aggregate: aggregate(nsid) }))
    },
    {
      weight: 3,
      arbitrary: fc.record({ _tag: fc.constant("NotificationsRoot"), page: notifications(selections(1)) })
    },
    fc.constant({ _tag: "TypenameRoot", name: "Query" })
  );

  return {
    query: keyed(root, 3).map((roots) => ({ roots })),
    page: fc.constantFrom(...nsids).chain((nsid) => page(nsid, 0)),
    selection: (nsid) => selection(nsid, 2)
  };
};

const notifications = (selections: fc.Arbitrary<AnySelection>): fc.Arbitrary<NotificationPage> =>
  fc.record({
    viewer: parameter("did"),
    collections: fc.oneof(fc.constant(nsids), fc.uniqueArray(anyNsid, { maxLength: 3 })),
    take: parameter("take"),
    after: seek(notificationOrder),
    members: keyed(notificationMember(selections), 5)
  });

const notificationMember = (selections: fc.Arbitrary<AnySelection>) =>
  either<WithoutKey<NotificationMember>>(
    {
      weight: 4,
      arbitrary: fc.record({
        _tag: fc.constant("NotificationEdges"),
        members: keyed(notificationEdgeMember(selections), 4)
      })
    },
    fc.record({ _tag: fc.constant("PageInfo"), members: keyed(pageInfoMember, 5) }),
    fc.constantFrom<WithoutKey<NotificationMember>>(
      { _tag: "TotalCount" },
      { _tag: "UnreadCount" },
      { _tag: "SeenAt" },
      { _tag: "PageTypename", name: "NotificationConnection" }
    )
  );

const notificationEdgeMember = (selections: fc.Arbitrary<AnySelection>) =>
  either<WithoutKey<NotificationEdgeMember>>(
    selections.map((found) => ({ _tag: "NotifyingRecord", selections: found })),
    fc.constantFrom<WithoutKey<NotificationEdgeMember>>(
      { _tag: "Reason" },
      { _tag: "Subject" },
      { _tag: "Cursor" },
      { _tag: "EdgeTypename", name: "NotificationEdge" }
    )
  );

const groupKey = (set: LexiconSet, nsid: string): fc.Arbitrary<GroupKey> =>
  either<GroupKey>({ weight: 5, arbitrary: valueGroup(set, nsid) }, listGroup(set, nsid));

const valueGroup = (set: LexiconSet, nsid: string) =>
  fc
    .tuple(operand(set, nsid), fc.constantFrom<Interval | null>(null, ...intervals))
    .map(([found, interval]): GroupKey => {
      const isDate = operandType(found) === "instant";
      return { _tag: "ValueGroup", operand: found, interval: isDate ? interval : null };
    });

/** A property that is no list has no value. */
const listGroup = (set: LexiconSet, nsid: string) => {
  const properties = set.collections.find((each) => each.nsid === nsid)?.properties ?? [];
  const lists = properties.flatMap(({ name, type }) => (type._tag === "List" ? [name] : []));
  return fc.constantFrom("unheard", ...lists).map((property): GroupKey => ({ _tag: "ListGroup", property }));
};

const aggregateMember = (groups: number) =>
  either<WithoutKey<AggregateMember>>(
    { weight: 3, arbitrary: fc.nat(groups - 1).map((group) => ({ _tag: "GroupValue", group })) },
    fc.constantFrom<WithoutKey<AggregateMember>>({ _tag: "GroupCount" }, { _tag: "GroupTypename", name: "Aggregated" })
  );

const pageInfoMember = fc.constantFrom<WithoutKey<PageInfoMember>>(
  { _tag: "HasNextPage" },
  { _tag: "HasPreviousPage" },
  { _tag: "StartCursor" },
  { _tag: "EndCursor" },
  { _tag: "PageInfoTypename", name: "PageInfo" }
);
