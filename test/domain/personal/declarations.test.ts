import { isIP } from "node:net";
import { assert, describe, it } from "@effect/vitest";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import * as SchemaAST from "effect/SchemaAST";
import { AtUri } from "../../../src/domain/atproto/AtUri.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { DomainEvent } from "../../../src/domain/event/DomainEvent.ts";
import { declaredPaths } from "../../../src/domain/personal/declaredPaths.ts";
import { declaredKind } from "../../../src/domain/personal/personal.ts";
import samples from "../event/samples.json" with { type: "json" };

const classes = DomainEvent.members.flatMap(
  (member): ReadonlyArray<{ readonly _tag: string; readonly ast: SchemaAST.AST }> =>
    "members" in member ? [...member.members] : [member]
);

/** The brands of values that name a person. */
const personalBrands = ["Did", "Handle", "AtUri"];

const brandsOf = (ast: SchemaAST.AST): ReadonlyArray<unknown> =>
  Option.getOrElse(SchemaAST.getBrandAnnotation(ast), () => []);

/** The members of a schema that name a person by their brand, without a declaration that they are personal. */
const undeclared = (ast: SchemaAST.AST, path: string): ReadonlyArray<string> => {
  if (declaredKind(ast) !== null) return [];
  if (brandsOf(ast).some((brand) => personalBrands.includes(String(brand)))) return [path];
  switch (ast._tag) {
    case "TypeLiteral":
      return ast.propertySignatures.flatMap(({ name, type }) => undeclared(type, `${path}.${String(name)}`));
    case "TupleType":
      return [...ast.elements, ...ast.rest].flatMap(({ type }) => undeclared(type, `${path}[]`));
    case "Union":
      return ast.types.flatMap((type) => undeclared(type, path));
    case "Refinement":
    case "Transformation":
      return undeclared(ast.from, path);
    default:
      return [];
  }
};

/** Members that look personal, and name nobody: a text that a stranger chose, and the DID of the instance. */
const withoutPeople: ReadonlySet<string> = new Set([
  "ClientRegistered.v2 address",
  "LabelCreated.v1 src",
  "LabelNegated.v1 src"
]);

const isPersonalText = (text: string): boolean =>
  /did:(?:plc|web):|^at:\/\//.test(text) || isIP(text.split("/")[0] ?? "") > 0;

const textsIn = (value: unknown, path: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> => {
  if (typeof value === "string") return [[path.join("."), value]];
  if (Array.isArray(value)) return value.flatMap((each: unknown) => textsIn(each, [...path, "*"]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, [...path, name]));
};

describe("what of an event is personal", () => {
  it("cannot be forgotten: a member that names a person without a declaration is found", () => {
    const members = Schema.Struct({ did: Schema.NullOr(Did), uris: Schema.Array(AtUri), at: Schema.Int });
    assert.deepStrictEqual(undeclared(members.ast, "An event"), ["An event.did", "An event.uris[]"]);
  });

  it.each(classes.map(({ _tag, ast }) => [_tag, ast] as const))("is declared in the schema of %s", (type, ast) => {
    assert.deepStrictEqual(undeclared(ast, type), []);
  });

  it.each(Object.entries(samples))("is declared for every text of a stored %s that names a person", (type, data) => {
    const declared = new Set(declaredPaths(type).map(({ segments }) => segments.join(".")));
    const found = textsIn(data, [])
      .filter(([path, text]) => isPersonalText(text) && !withoutPeople.has(`${type} ${path}`))
      .map(([path]) => path);
    assert.deepStrictEqual(
      found.filter((path) => !declared.has(path)),
      []
    );
  });

  it("is found in unions, arrays, and members that can be absent or null", () => {
    const paths = (type: string) => declaredPaths(type).map(({ kind, segments }) => `${kind} ${segments.join(".")}`);
    assert.deepStrictEqual(paths("BackfillStarted.v1"), ["did target.dids.*"]);
    assert.deepStrictEqual(paths("RepositoryIndexed.v2"), ["did did", "record skippedFirst.*.uri"]);
    assert.deepStrictEqual(paths("AdminAdded.v1"), ["did did", "did addedBy"]);
    assert.deepStrictEqual(paths("HandleChanged.v1"), ["did did", "handle before", "handle after"]);
    assert.deepStrictEqual(paths("ClientDeleted.v1"), []);
  });
});
