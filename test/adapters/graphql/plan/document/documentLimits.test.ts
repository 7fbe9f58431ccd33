import { readFileSync } from "node:fs";
import { describe, expect, it } from "@effect/vitest";
import * as Either from "effect/Either";
import {
  type ASTNode,
  type FragmentDefinitionNode,
  Kind,
  Lexer,
  parse,
  print,
  type SelectionNode,
  Source,
  TokenKind,
  visit
} from "graphql";
import { checkDocuments } from "../../../../../src/adapters/graphql/persisted/checkDocuments.ts";
import { checkComparisons } from "../../../../../src/adapters/graphql/plan/document/checkComparisons.ts";
import { checkTokens } from "../../../../../src/adapters/graphql/plan/document/checkTokens.ts";
import { prepareDocument } from "../../../../../src/adapters/graphql/plan/document/prepareDocument.ts";
import { defaultLimits, limitsOf } from "../../../../../src/adapters/graphql/plan/Limits.ts";
import { makePlanner } from "../../../../../src/adapters/graphql/plan/makePlanner.ts";
import { weigh } from "../../../../../src/adapters/graphql/plan/weigh.ts";
import { rootFields } from "../../../../../src/adapters/graphql/rootFields.ts";
import { buildApiSchema } from "../../../../../src/adapters/graphql/schema/buildApiSchema.ts";
import { errorExtensions } from "../../../../../src/application/api/errorExtensions.ts";
import { leafletDocuments } from "../../../../domain/lexicon/leafletDocuments.ts";
import { lexiconsOfDocuments } from "../../../../domain/lexicon/lexiconsOf.ts";
import { startingLexicons } from "../../../../domain/lexicon/startingLexicons.ts";

const lexicons = lexiconsOfDocuments(...startingLexicons.documents, ...leafletDocuments);
const api = buildApiSchema(lexicons, rootFields);

/** The document with every fragment written out where it is spread, as tools that flatten documents send it. */
const writtenOut = (text: string): string => {
  const { definitions } = parse(text);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const inlined = <Node extends ASTNode>(node: Node): Node =>
    visit(node, {
      FragmentSpread: ({ name }): SelectionNode | undefined => {
        const fragment = fragments.get(name.value);
        if (fragment === undefined) return undefined;
        const { selectionSet, typeCondition } = fragment;
        return { kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet: inlined(selectionSet) };
      }
    });
  const operations = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  return print({ kind: Kind.DOCUMENT, definitions: operations.map(inlined) });
};

const withFragments = readFileSync(new URL("./leafletDocument.graphql", import.meta.url), "utf8");
const indented = writtenOut(withFragments);
const flat = indented.replaceAll(/^ +/gm, "");

const tokensOf = (text: string): number => {
  const lexer = new Lexer(new Source(text));
  let tokens = 0;
  while (lexer.advance().kind !== TokenKind.EOF) tokens += 1;
  return tokens;
};

const firstError = (text: string, limits = defaultLimits) =>
  Either.match(prepareDocument(api.schema, text, limits), { onLeft: ([error]) => error, onRight: () => null });

describe("a pub.leaflet.document, fully selected with three levels of lists", () => {
  it.each([
    ["with fragments", withFragments],
    ["written out", flat]
  ])("is within the default limits, %s", (_, document) => {
    expect(firstError(document)).toBeNull();
    expect(Either.isRight(makePlanner(api)({ document, viewerDid: null, variables: { first: 5 } }))).toBe(true);
  });

  it("is within the default limits as a persisted document", () => {
    const documents = [withFragments, flat].map((text, index) => ({ text, name: `document ${index}` }));
    expect(checkDocuments(lexicons, documents, defaultLimits)).toEqual([]);
  });

  it("written out, has twice as many tokens as the limit for arguments and selections together", () => {
    expect(tokensOf(flat)).toBeGreaterThan(5_000);
  });

  it("leaves room for four times as many comparisons", () => {
    const tight = { ...defaultLimits, comparisons: defaultLimits.comparisons / 4 };
    expect(checkComparisons(parse(flat), tight)).toEqual([]);
    expect(checkComparisons(parse(withFragments), { ...tight, comparisons: tight.comparisons / 4 })).toEqual([]);
  });

  it("is compiled once", () => {
    const planner = makePlanner(api);
    const compiled = (first: number) => {
      const plan = Either.getOrThrow(planner({ document: flat, viewerDid: null, variables: { first } }));
      return plan.kind === "query" ? plan.query : null;
    };
    expect(compiled(7)).toBe(compiled(5));
  });

  it("is refused only for its size when it is written out and indented, with advice on how to reduce it", () => {
    expect(firstError(indented)).toEqual({
      message: expect.stringMatching(
        /bytes: at most 100000 are allowed\. Write a selection that repeats as a fragment/
      ),
      extensions: errorExtensions("DOCUMENT_TOO_LARGE")
    });
    const more = limitsOf({ depth: 15, aliases: 30, cost: 10_000, documentBytes: 150_000 });
    expect(firstError(indented, more)).toBeNull();
  });
});

const codeOf = (text: string, limits: Partial<typeof defaultLimits>) =>
  Either.match(checkTokens(text, { ...defaultLimits, ...limits }), {
    onLeft: ({ message }) => message,
    onRight: () => null
  });

describe("the tokens of a document", () => {
  it.each([
    ["{ a }", 3],
    ["query ($a: Int) { a(b: $a) { c } }", 19]
  ])("are counted: %s", (text, tokens) => {
    expect(codeOf(text, { tokens })).toBeNull();
    expect(codeOf(text, { tokens: tokens - 1 })).toMatch(/more than \d+ tokens.*fragment/);
  });

  it.each([
    ["{ a }", 0],
    ["{ a(b: 1) }", 4],
    ["{ a(b: [1, 2]) { c } }", 7],
    ["{ a(b: {c: [(1)]}) }", 12],
    ["query ($a: Int) @b(c: 1) { a(b: $a) { c } }", 14]
  ])("in arguments are counted: %s", (text, argumentTokens) => {
    expect(codeOf(text, { argumentTokens })).toBeNull();
    if (argumentTokens === 0) return;
    expect(codeOf(text, { argumentTokens: argumentTokens - 1 })).toMatch(
      /arguments .* more than \d+ tokens.*variables/
    );
  });
});

const comparisonsOf = (text: string): number => {
  let least = 0;
  while (checkComparisons(parse(text), { ...defaultLimits, comparisons: least }).length > 0) least += 1;
  return least;
};

describe("the comparisons that validation makes", () => {
  it.each([
    ["{ a b c }", 3],
    ["{ a { x } a { x } }", 2 + 1 + 2 + 1],
    ["{ a ... { a } ... on B { a } }", 5 + 3],
    ["{ ...A } fragment A on B { x y }", 3 + 2],
    ["{ ...A ...C } fragment A on B { x } fragment C on B { y }", 4 + 2 * (2 + 1)],
    ["{ x } fragment A on B { y y }", 1 + 2 + 1],
    ["query A { ...C } query B { ...C } fragment C on D { x }", 2 * (2 + 1)]
  ])("are estimated: %s", (text, comparisons) => expect(comparisonsOf(text)).toBe(comparisons));

  it("stop at a fragment that contains itself, which validation reports", () => {
    expect(checkComparisons(parse("{ ...A } fragment A on B { x { ...A } y { ...A } }"), defaultLimits)).toEqual([]);
  });

  it("are refused above the limit, with the limit and advice", () => {
    expect(checkComparisons(parse("{ a b c }"), { ...defaultLimits, comparisons: 2 })).toEqual([
      {
        message: expect.stringMatching(/more than 2 comparisons .*Merge copies/),
        extensions: errorExtensions("FIELD_LIMIT")
      }
    ]);
  });
});

describe("the weight of a compiled form", () => {
  it("is roughly the length of its JSON", () => {
    const value = { _tag: "UnionShape", members: [{ key: "a", is: true }, null, 12], by: new Map([["x", ["y"]]]) };
    const text = JSON.stringify(value, (_, each) => (each instanceof Map ? [...each] : each));
    expect(Math.abs(weigh(value) - text.length)).toBeLessThan(text.length / 5);
  });

  it("counts a value once that a map contains under two keys, at any depth", () => {
    const nested = (depth: number): unknown => {
      const members = depth === 0 ? [] : [nested(depth - 1)];
      return new Map([
        ["a", members],
        ["a#main", members]
      ]);
    };
    expect(weigh(nested(60))).toBeLessThan(60 * 30);
  });
});
