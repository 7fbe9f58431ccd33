import * as fc from "fast-check";
import type { Property, PropertyType } from "../../src/domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../src/domain/lexicon/model/LexiconSet.ts";
import { operandTypeOf } from "../../src/domain/record/query/OperandType.ts";
import { operandType } from "../../src/domain/record/query/operandValue.ts";
import type { Filter, Meta, Operand, Seek, SortKey } from "../../src/domain/record/query/RecordQuery.ts";
import { anyOf, either } from "./recordIndexMembers.ts";
import { parameter } from "./recordIndexParameters.ts";

type Path = readonly [string, ...ReadonlyArray<string>];

export const propertiesOf = (set: LexiconSet, nsid: string): ReadonlyArray<Property> =>
  set.collections.find((collection) => collection.nsid === nsid)?.properties ?? [];

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

export const metas = fc.constantFrom<Meta>("uri", "cid", "did", "collection", "rkey", "indexedAt", "actorHandle");

export const operand = (set: LexiconSet, nsid: string): fc.Arbitrary<Operand> => {
  const meta = metas.map((found): Operand => ({ _tag: "MetaOperand", meta: found }));
  const scalars = reached(propertiesOf(set, nsid), set, []).flatMap(({ path, type }): ReadonlyArray<Operand> => {
    const found = operandTypeOf(type);
    return found === null ? [] : [{ _tag: "PropertyOperand", path, type: found }];
  });
  return scalars.length === 0 ? meta : fc.oneof(meta, { weight: 4, arbitrary: fc.constantFrom(...scalars) });
};

export const filter = (set: LexiconSet, nsid: string, depth: number): fc.Arbitrary<Filter> => {
  const compare = fc
    .tuple(operand(set, nsid), fc.constantFrom("eq", "ne", "gt", "gte", "lt", "lte"))
    .chain(([found, operator]) =>
      parameter(operandType(found)).map((value): Filter => ({ _tag: "Compare", operand: found, operator, value }))
    );
  const among = fc
    .tuple(operand(set, nsid), fc.boolean())
    .chain(([found, negated]) =>
      parameter(`${operandType(found)} list`).map(
        (list): Filter => ({ _tag: "Among", operand: found, negated, values: list })
      )
    );
  const isNull = fc
    .tuple(operand(set, nsid), fc.boolean())
    .map(([found, negated]): Filter => ({ _tag: "IsNull", operand: found, negated }));
  const text = fc
    .tuple(operand(set, nsid), fc.constantFrom("contains", "startsWith"), parameter("string"))
    .map(
      ([found, operator, value]): Filter =>
        operandType(found) === "string"
          ? { _tag: "Text", operand: found, operator, value }
          : { _tag: "IsNull", operand: found, negated: false }
    );
  const others = reached(propertiesOf(set, nsid), set, []).filter(({ type }) => type._tag !== "Scalar");
  const absent = anyOf(others, ({ path }) =>
    fc.boolean().map((negated): Filter => ({ _tag: "IsAbsent", path, negated }))
  );
  const labeled = fc
    .tuple(fc.option(parameter("label list"), { freq: 4 }), fc.option(parameter("source list")))
    .map(([vals, srcs]): Filter => ({ _tag: "Labeled", vals, srcs }));
  const hidden = fc.option(parameter("did")).map((viewer): Filter => ({ _tag: "HiddenFromViewer", viewer }));
  const leaf = either(compare, among, isNull, text, labeled, hidden, ...absent);
  if (depth === 0) return leaf;
  const inner = fc.array(filter(set, nsid, depth - 1), { maxLength: 2 });
  return fc.oneof(
    { weight: 3, arbitrary: leaf },
    inner.map((filters): Filter => ({ _tag: "Every", filters })),
    inner.map((filters): Filter => ({ _tag: "Some", filters })),
    filter(set, nsid, depth - 1).map((negated): Filter => ({ _tag: "Not", filter: negated }))
  );
};

export const sort = (set: LexiconSet, nsid: string): fc.Arbitrary<ReadonlyArray<SortKey>> =>
  fc.oneof(
    fc.constantFrom<ReadonlyArray<SortKey>>([
      { operand: { _tag: "MetaOperand", meta: "indexedAt" }, direction: "DESC" }
    ]),
    {
      weight: 3,
      arbitrary: fc.array(fc.record({ operand: operand(set, nsid), direction: fc.constantFrom("ASC", "DESC") }), {
        minLength: 1,
        maxLength: 3
      })
    }
  );

export const seek = (keys: ReadonlyArray<SortKey>): fc.Arbitrary<Seek | null> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    fc.record({
      values: fc.tuple(...keys.map(({ operand: found }) => fc.option(parameter(operandType(found)), { freq: 4 }))),
      uri: fc.oneof(parameter("uri"), parameter("string"))
    })
  );
