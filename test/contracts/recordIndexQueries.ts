import * as fc from "fast-check";
import type { LexiconSet } from "../../src/domain/lexicon/LexiconSet.ts";
import type {
  DidJoin,
  EdgeMember,
  Field,
  Filter,
  Page,
  PageInfoMember,
  PageMember,
  Parameter,
  RecordQuery,
  Root,
  Selection,
  ViewerMember
} from "../../src/domain/record/RecordQuery.ts";
import { filter, metas, propertiesOf, seek, sort } from "./recordIndexConditions.ts";
import { nsids, undefinedNsid } from "./recordIndexLexicons.ts";
import { anyOf, either, keyed, type WithoutKey } from "./recordIndexMembers.ts";
import { parameter } from "./recordIndexParameters.ts";
import { shape } from "./recordIndexShapes.ts";

interface Asked {
  readonly query: fc.Arbitrary<RecordQuery>;
  readonly page: fc.Arbitrary<Page>;
}

const anyNsid = fc.constantFrom(...nsids, ...nsids, ...nsids, undefinedNsid);

/** Queries, and pages alone, over the collections of a set of Lexicons. */
export const asked = (set: LexiconSet): Asked => {
  const page = (nsid: Page["collection"], depth: number): fc.Arbitrary<Page> =>
    sort(set, nsid).chain((keys) =>
      fc.record({
        collection: fc.constant(nsid),
        where: fc.oneof(fc.constant<Filter>({ _tag: "Every", filters: [] }), filter(set, nsid, 2)),
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
    const list = propertiesOf(set, nsid);
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

  return {
    query: keyed(root, 3).map((roots) => ({ roots })),
    page: fc.constantFrom(...nsids).chain((nsid) => page(nsid, 0))
  };
};

const pageInfoMember = fc.constantFrom<WithoutKey<PageInfoMember>>(
  { _tag: "HasNextPage" },
  { _tag: "HasPreviousPage" },
  { _tag: "StartCursor" },
  { _tag: "EndCursor" },
  { _tag: "PageInfoTypename", name: "PageInfo" }
);
