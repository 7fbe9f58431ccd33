import type * as SchemaAST from "effect/SchemaAST";
import { declaredKind, type PersonalKind } from "./personal.ts";

/** A place in the data of an event: member names, with `*` for every item of an array. */
export interface PersonalPath {
  readonly segments: ReadonlyArray<string>;
  readonly kind: PersonalKind;
}

/** Every item of an array, in a path. */
export const everyItem = "*";

const within = (segment: string, paths: ReadonlyArray<PersonalPath>): ReadonlyArray<PersonalPath> =>
  paths.map(({ kind, segments }) => ({ kind, segments: [segment, ...segments] }));

const ofMembers = (ast: SchemaAST.TypeLiteral): ReadonlyArray<PersonalPath> =>
  ast.propertySignatures.flatMap(({ name, type }) => within(String(name), personalPaths(type)));

const ofItems = (ast: SchemaAST.TupleType): ReadonlyArray<PersonalPath> =>
  [...ast.elements, ...ast.rest].flatMap(({ type }) => within(everyItem, personalPaths(type)));

/** Returns the places in the values of a schema that are declared as personal; a place may occur several times. */
export const personalPaths = (ast: SchemaAST.AST): ReadonlyArray<PersonalPath> => {
  const kind = declaredKind(ast);
  if (kind !== null) return [{ segments: [], kind }];
  switch (ast._tag) {
    case "TypeLiteral":
      return ofMembers(ast);
    case "TupleType":
      return ofItems(ast);
    case "Union":
      return ast.types.flatMap(personalPaths);
    case "Refinement":
    case "Transformation":
      return personalPaths(ast.from);
    case "Suspend":
      return personalPaths(ast.f());
    default:
      return [];
  }
};
