import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as fc from "fast-check";
import {
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isUnionType,
  OverlappingFieldsCanBeMergedRule,
  parse,
  validate
} from "graphql";
import { buildApiSchema } from "../../../../../src/adapters/graphql/schema/buildApiSchema.ts";
import { memberName } from "../../../../../src/domain/api/apiName.ts";
import type { LexiconSet } from "../../../../../src/domain/lexicon/model/LexiconSet.ts";
import { parseLexiconSet } from "../../../../../src/domain/lexicon/parse/parseLexiconSet.ts";
import { arbitraryLexicons } from "../../../../domain/lexicon/arbitraryLexicons.ts";
import { lexiconsOf } from "../../../../domain/lexicon/lexiconsOf.ts";
import { manyLexicons } from "../../../../domain/lexicon/manyLexicons.ts";
import { readLexiconFolder } from "../../../../domain/lexicon/readLexiconFolder.ts";
import { startingLexicons } from "../../../../domain/lexicon/startingLexicons.ts";
import { vectorsFolder } from "../../../../domain/lexicon/vectorsFolder.ts";
import { runsOf } from "../../../../support/runsOf.ts";
import { noteLexicons } from "../../plan/notes.ts";

/** How to select, of each of two types, every field that both have. */
const sharedSelection = (left: GraphQLObjectType, right: GraphQLObjectType): string => {
  const names = Object.keys(left.getFields()).filter((name) => Object.hasOwn(right.getFields(), name));
  const selected = (type: GraphQLObjectType) =>
    names.map((name) => {
      const field = type.getFields()[name];
      return field === undefined || isLeafType(getNamedType(field.type)) ? name : `${name} { __typename }`;
    });
  const of = (type: GraphQLObjectType) => `... on ${type.name} { ${selected(type).join(" ")} }`;
  return `{ record(uri: "at://did:plc:a/a.b.c/d") { ${of(left)} ${of(right)} } }`;
};

/** The fields that two record types share and that a document cannot ask of both under one name. */
const conflicts = (set: LexiconSet): ReadonlyArray<readonly [string, string, string]> => {
  const { schema } = buildApiSchema(set);
  const records = schema.getType("Record");
  const types = isUnionType(records) ? records.getTypes() : [];
  return types.flatMap((left, place) =>
    types.slice(place + 1).flatMap((right) =>
      validate(schema, parse(sharedSelection(left, right)), [OverlappingFieldsCanBeMergedRule], {
        maxErrors: 1e6
      }).map(({ message }) => [left.name, right.name, /"(\w+)"/.exec(message)?.[1] ?? message] as const)
    )
  );
};

/** Names that the Lexicons give, which may mean different things in different ones. */
const fromLexicons = ({ collections }: LexiconSet): ReadonlySet<string> =>
  new Set(
    collections.flatMap(({ properties }) =>
      properties.map(({ name }) => memberName(name)).flatMap((name) => [name, `${name}Resolved`])
    )
  );

const assertMerging = (set: LexiconSet): void => {
  const excused = fromLexicons(set);
  for (const [left, right, field] of conflicts(set))
    assert.isTrue(excused.has(field), `${field} of ${left} and of ${right}`);
};

const published = vectorsFolder("atproto-lexicons/lexicons", "the union of the published record types");

const sets: ReadonlyArray<readonly [string, LexiconSet]> = [
  ["the starting Lexicons", startingLexicons],
  ["notes", noteLexicons],
  ["25 collections", manyLexicons(25)],
  ["60 collections", manyLexicons(60)],
  ...(published === null ? [] : [["the published Lexicons", lexiconsOf(readLexiconFolder(published))] as const])
];

describe("the union of record types", () => {
  it.each(sets)("lets a document select what the service adds to both of two types: %s", (_, set) => {
    assertMerging(set);
  });

  it("does so for every valid set of Lexicons", () => {
    fc.assert(
      fc.property(arbitraryLexicons, (documents) => {
        const parsed = parseLexiconSet(documents.map((document) => ({ file: String(document.id), document })));
        if (Either.isRight(parsed)) assertMerging(parsed.right);
      }),
      { numRuns: runsOf(50) }
    );
  });

  it("has no conflict on did, which Lexicons may define as a property", () => {
    const set = manyLexicons(25);
    assert.isTrue(fromLexicons(set).has("did"));
    assert.deepStrictEqual(
      conflicts(set).filter(([, , field]) => field === "did"),
      []
    );
  });
});
