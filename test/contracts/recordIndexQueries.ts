import * as fc from "fast-check";
import type { Property, PropertyType, ScalarType } from "../../src/domain/lexicon/Collection.ts";
import type { LexiconSet } from "../../src/domain/lexicon/LexiconSet.ts";
import { operandType } from "../../src/domain/record/operandValue.ts";
import type {
  DidJoin,
  EdgeMember,
  Field,
  Filter,
  Meta,
  Operand,
  Page,
  PageInfoMember,
  PageMember,
  Parameter,
  ParameterValue,
  RecordQuery,
  Root,
  Seek,
  Selection,
  SortKey,
  ViewerMember
} from "../../src/domain/record/RecordQuery.ts";
import type { BlobMember, ObjectMember, Shape } from "../../src/domain/record/Shape.ts";
import { dids, handles, nsids, texts, undefinedNsid } from "./recordIndexWorld.ts";

type Path = readonly [string, ...ReadonlyArray<string>];

const uris = dids.flatMap((did) => nsids.flatMap((nsid) => [`at://${did}/${nsid}/a`, `at://${did}/${nsid}/self`]));

/** What is asked for, by the kind of parameter it is asked in. */
const pools: ReadonlyArray<readonly [kind: string, values: ReadonlyArray<ParameterValue>]> = [
  ["string", [...texts, ...dids, ...handles, ...nsids, ...uris, "\udc00a", "xx", "self"]],
  [
    "instant",
    [0, 1704067200000000, 1704067200000001, 1704067200001000, -62135596800000000, (253402300799 + 1) * 1e6, 1e300]
  ],
  ["integer", [0, 1, -1, 2 ** 31, 2 ** 53 - 1, -1e300]],
  ["boolean", [true, false]],
  [
    "string list",
    [[], ["a", "A", "\u0000"], ["", "é", "'", '"', "\\", "{}", ","], dids, handles, [`${dids[0]}`, "\udc00"]]
  ],
  ["instant list", [[], [1704067200000000, 0]]],
  ["integer list", [[], [0, 1, -1]]],
  ["boolean list", [[], [true], [true, false]]],
  ["uri", uris],
  ["did", [...dids, "did:plc:unknown"]],
  ["take", [0, 1, 2, 3, 5, 1000, 5000]]
];

/** The parameters of every generated query. */
export const parameters: ReadonlyArray<ParameterValue> = pools.flatMap(([, pool]) => pool);

const kinds = pools.flatMap(([kind, pool]) => pool.map(() => kind));

const parameter = (wanted: string): fc.Arbitrary<Parameter> =>
  fc.constantFrom(...kinds.flatMap((kind, index) => (kind === wanted ? [{ _tag: "Parameter" as const, index }] : [])));

/** A property that a query can reach from a record, through objects only. */
interface Reached {
  readonly path: Path;
  readonly type: PropertyType;
}

const reached = (
  list: ReadonlyArray<Property>,
  set: LexiconSet,
  above: ReadonlyArray<string>
): ReadonlyArray<Reached> =>
  list.flatMap(({ name, type }) => {
    const [first = name, ...rest] = [...above, name];
    const path: Path = [first, ...rest];
    if (type._tag !== "Object" || path.length > 2) return [{ path, type }];
    return [{ path, type }, ...reached(set.objects.get(type.id)?.properties ?? [], set, path)];
  });

const metas = fc.constantFrom<Meta>("uri", "cid", "did", "collection", "rkey", "indexedAt", "actorHandle");
const keyed = <A>(item: fc.Arbitrary<A>, most: number): fc.Arbitrary<ReadonlyArray<A & { readonly key: string }>> =>
  fc
    .array(item, { minLength: 1, maxLength: most })
    .map((items) => items.map((each, at) => ({ ...each, key: at === 1 ? "__proto__" : `k${at}"` })));

const either = <A>(...choices: Array<fc.MaybeWeightedArbitrary<A>>): fc.Arbitrary<A> => fc.oneof(...choices);

/** A choice from a list; none from an empty one. */
const anyOf = <A, B>(
  list: ReadonlyArray<A>,
  arbitrary: (item: A) => fc.Arbitrary<B>
): Array<fc.MaybeWeightedArbitrary<B>> =>
  list.length === 0 ? [] : [{ weight: 4, arbitrary: fc.constantFrom(...list).chain(arbitrary) }];

/** Queries over the collections of a set of Lexicons. */
export const queries = (set: LexiconSet): fc.Arbitrary<RecordQuery> => {
  const propertiesOf = (nsid: string): ReadonlyArray<Property> =>
    set.collections.find((collection) => collection.nsid === nsid)?.properties ?? [];
  const anyNsid = fc.constantFrom(...nsids, ...nsids, ...nsids, undefinedNsid);

  const operand = (nsid: string): fc.Arbitrary<Operand> => {
    const meta = metas.map((found): Operand => ({ _tag: "MetaOperand", meta: found }));
    const scalars = reached(propertiesOf(nsid), set, []).flatMap(
      ({ path, type }): ReadonlyArray<Operand> =>
        type._tag === "Scalar" ? [{ _tag: "PropertyOperand", path, type: type.type }] : []
    );
    return scalars.length === 0 ? meta : fc.oneof(meta, { weight: 4, arbitrary: fc.constantFrom(...scalars) });
  };

  const filter = (nsid: string, depth: number): fc.Arbitrary<Filter> => {
    const compare = fc
      .tuple(operand(nsid), fc.constantFrom("eq", "ne", "gt", "gte", "lt", "lte"))
      .chain(([found, operator]) =>
        parameter(operandType(found)).map((value): Filter => ({ _tag: "Compare", operand: found, operator, value }))
      );
    const among = fc
      .tuple(operand(nsid), fc.boolean())
      .chain(([found, negated]) =>
        parameter(`${operandType(found)} list`).map(
          (list): Filter => ({ _tag: "Among", operand: found, negated, values: list })
        )
      );
    const isNull = fc
      .tuple(operand(nsid), fc.boolean())
      .map(([found, negated]): Filter => ({ _tag: "IsNull", operand: found, negated }));
    const text = fc
      .tuple(operand(nsid), fc.constantFrom("contains", "startsWith"), parameter("string"))
      .map(
        ([found, operator, value]): Filter =>
          operandType(found) === "string"
            ? { _tag: "Text", operand: found, operator, value }
            : { _tag: "IsNull", operand: found, negated: false }
      );
    const others = reached(propertiesOf(nsid), set, []).filter(({ type }) => type._tag !== "Scalar");
    const absent = anyOf(others, ({ path }) =>
      fc.boolean().map((negated): Filter => ({ _tag: "IsAbsent", path, negated }))
    );
    const leaf = either(compare, among, isNull, text, ...absent);
    if (depth === 0) return leaf;
    const inner = fc.array(filter(nsid, depth - 1), { maxLength: 2 });
    return fc.oneof(
      { weight: 3, arbitrary: leaf },
      inner.map((filters): Filter => ({ _tag: "Every", filters })),
      inner.map((filters): Filter => ({ _tag: "Some", filters })),
      filter(nsid, depth - 1).map((negated): Filter => ({ _tag: "Not", filter: negated }))
    );
  };

  const sort = (nsid: string): fc.Arbitrary<ReadonlyArray<SortKey>> =>
    fc.oneof(
      fc.constantFrom<ReadonlyArray<SortKey>>([
        { operand: { _tag: "MetaOperand", meta: "indexedAt" }, direction: "DESC" }
      ]),
      {
        weight: 3,
        arbitrary: fc.array(fc.record({ operand: operand(nsid), direction: fc.constantFrom("ASC", "DESC") }), {
          minLength: 1,
          maxLength: 3
        })
      }
    );

  const seek = (keys: ReadonlyArray<SortKey>): fc.Arbitrary<Seek | null> =>
    fc.option(
      fc.record({
        values: fc.tuple(...keys.map(({ operand: found }) => fc.option(parameter(operandType(found)), { freq: 4 }))),
        uri: fc.oneof(parameter("uri"), parameter("string"))
      })
    );

  const page = (nsid: Page["collection"], depth: number): fc.Arbitrary<Page> =>
    sort(nsid).chain((keys) =>
      fc.record({
        collection: fc.constant(nsid),
        where: fc.oneof(fc.constant<Filter>({ _tag: "Every", filters: [] }), filter(nsid, 2)),
        sort: fc.constant(keys),
        direction: fc.constantFrom("forward", "backward"),
        take: parameter("take"),
        seek: seek(keys),
        members: keyed(pageMember(nsid, depth), 4)
      })
    );

  const pageMember = (nsid: string, depth: number): fc.Arbitrary<WithoutKey<PageMember>> =>
    either<WithoutKey<PageMember>>(
      fc.record({ _tag: fc.constant("Edges"), members: keyed(edgeMember(nsid, depth), 3) }),
      fc.record({ _tag: fc.constant("Nodes"), selection: selection(nsid, depth) }),
      fc.record({ _tag: fc.constant("PageInfo"), members: keyed(pageInfoMember, 5) }),
      fc.constant({ _tag: "TotalCount" }),
      fc.constant({ _tag: "PageTypename", name: "Connection" })
    );

  const edgeMember = (nsid: string, depth: number): fc.Arbitrary<WithoutKey<EdgeMember>> =>
    either<WithoutKey<EdgeMember>>(
      fc.record({ _tag: fc.constant("Node"), selection: selection(nsid, depth) }),
      fc.constant({ _tag: "Cursor" }),
      fc.constant({ _tag: "EdgeTypename", name: "Edge" })
    );

  const selection = (nsid: string, depth: number): fc.Arbitrary<Selection> => keyed(field(nsid, depth), 6);

  const field = (nsid: string, depth: number): fc.Arbitrary<WithoutKey<Field>> => {
    const list = propertiesOf(nsid);
    const property = anyOf(list, ({ name, type }) =>
      shape(type, set, 0).map((found): WithoutKey<Field> => ({ _tag: "PropertyField", property: name, shape: found }))
    );
    return either<WithoutKey<Field>>(
      metas.map((meta) => ({ _tag: "MetaField", meta })),
      fc.constantFrom<WithoutKey<Field>>(
        { _tag: "ValueField" },
        { _tag: "TypenameField", name: "T" },
        { _tag: "EmptyListField" }
      ),
      ...property,
      ...(depth > 0 ? [{ weight: 2, arbitrary: didJoin(depth - 1) }] : [])
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
    fc.constant({ _tag: "TypenameRoot", name: "Query" })
  );

  return keyed(root, 3).map((roots) => ({ roots }));
};

type WithoutKey<A> = A extends { readonly key: string } ? Omit<A, "key"> : never;

const pageInfoMember = fc.constantFrom<WithoutKey<PageInfoMember>>(
  { _tag: "HasNextPage" },
  { _tag: "HasPreviousPage" },
  { _tag: "StartCursor" },
  { _tag: "EndCursor" },
  { _tag: "PageInfoTypename", name: "PageInfo" }
);

const scalarShape = fc
  .constantFrom<ScalarType>("string", "instant", "integer", "boolean")
  .map((type): Shape => ({ _tag: "ScalarShape", type }));

/** The shape of a type, and sometimes one that does not fit it. */
const shape = (type: PropertyType, set: LexiconSet, depth: number): fc.Arbitrary<Shape> =>
  fc.oneof(
    { weight: 6, arbitrary: fittingShape(type, set, depth) },
    { weight: 1, arbitrary: fc.oneof(scalarShape, fc.constant<Shape>({ _tag: "JsonShape" })) }
  );

const fittingShape = (type: PropertyType, set: LexiconSet, depth: number): fc.Arbitrary<Shape> => {
  switch (type._tag) {
    case "Scalar":
      return fc.constant({ _tag: "ScalarShape", type: type.type });
    case "Bytes":
      return fc.constant({ _tag: "BytesShape" });
    case "CidLink":
      return fc.constant({ _tag: "LinkShape" });
    case "Unknown":
      return fc.constant({ _tag: "JsonShape" });
    case "Blob":
      return keyed(blobMember, 5).map((members) => ({ _tag: "BlobShape", members }));
    case "List":
      return shape(type.item, set, depth).map((item) => ({ _tag: "ListShape", item }));
    case "Object":
      return objectMembers(type.id, set, depth).map((members) => ({ _tag: "ObjectShape", members }));
    case "Union":
      return fc
        .tuple(...type.variants.map((id) => objectMembers(id, set, depth).map((members) => [id, members] as const)))
        .map((variants) => ({ _tag: "UnionShape", variants: new Map(variants) }));
  }
};

const blobMember = fc.constantFrom<WithoutKey<BlobMember>>(
  { _tag: "BlobRef" },
  { _tag: "BlobMimeType" },
  { _tag: "BlobSize" },
  { _tag: "BlobUrl", preset: "avatar" },
  { _tag: "BlobTypename", name: "Blob" }
);

const objectMembers = (id: string, set: LexiconSet, depth: number): fc.Arbitrary<ReadonlyArray<ObjectMember>> => {
  const list = set.objects.get(id)?.properties ?? [];
  const typename = fc.constant<WithoutKey<ObjectMember>>({ _tag: "ObjectTypename", name: id });
  if (list.length === 0 || depth > 2) return keyed(typename, 1);
  const property = fc
    .constantFrom(...list)
    .chain(({ name, type }) =>
      shape(type, set, depth + 1).map(
        (found): WithoutKey<ObjectMember> => ({ _tag: "ObjectProperty", property: name, shape: found })
      )
    );
  return keyed(fc.oneof(typename, { weight: 3, arbitrary: property }), 4);
};
