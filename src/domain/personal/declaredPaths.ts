import type * as SchemaAST from "effect/SchemaAST";
import { DomainEvent } from "../event/DomainEvent.ts";
import { pointerOf } from "./jsonPointer.ts";
import { everyItem, type PersonalPath, personalPaths } from "./personalPaths.ts";

/** A place in the data of events of a type. `pointer` leads to it from the event; it is null for the items of an array. */
export interface DeclaredPath extends PersonalPath {
  readonly pointer: string | null;
}

const declared = (ast: SchemaAST.AST): ReadonlyArray<DeclaredPath> => [
  ...new Map(
    personalPaths(ast).map((path) => {
      const pointer = pointerOf(["data", ...path.segments]);
      return [pointer, { ...path, pointer: path.segments.includes(everyItem) ? null : pointer }];
    })
  ).values()
];

const byType: ReadonlyMap<string, ReadonlyArray<DeclaredPath>> = new Map(
  DomainEvent.members.flatMap((member): ReadonlyArray<readonly [string, ReadonlyArray<DeclaredPath>]> => {
    const classes = "members" in member ? member.members : [member];
    return classes.map((each) => [each._tag, declared(each.ast)]);
  })
);

const none: ReadonlyArray<DeclaredPath> = [];

/** Returns the places in the data of events of a type that are personal; none for a type that this version lacks. */
export const declaredPaths = (type: string): ReadonlyArray<DeclaredPath> => byType.get(type) ?? none;
