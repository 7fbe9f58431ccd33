import type { FieldNode, GraphQLField, GraphQLObjectType } from "graphql";
import { joinsTypeName } from "../schema/joinFields.ts";
import type { OutputMeaning } from "../schema/OutputMeaning.ts";
import type { Compilation } from "./Compilation.ts";
import { collectFields, selectionsOf } from "./collectFields.ts";

/** A field that is asked of an object: its response key, what it stands for, and its merged nodes. */
export interface AskedField {
  readonly key: string;
  readonly meaning: OutputMeaning;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
  readonly nodes: readonly [FieldNode, ...ReadonlyArray<FieldNode>];
}

/** How the fields of one type are planned; null leaves a field out, with an error told. */
export interface MemberPlan<Member> {
  readonly typename: (key: string, name: string) => Member;
  readonly field: (asked: AskedField) => Member | null;
}

/** Plans what merged fields ask of an object of a type, in the order of the answer. */
export const planMembers = <Member>(
  compilation: Compilation,
  type: GraphQLObjectType,
  parents: ReadonlyArray<FieldNode>,
  plan: MemberPlan<Member>
): ReadonlyArray<Member> => {
  const definitions = type.getFields();
  const { meanings } = compilation.api;
  const own = meanings.get(type.name);
  const shared = meanings.get(joinsTypeName);
  const members: Array<Member> = [];
  for (const [key, nodes] of collectFields(compilation, type, selectionsOf(parents))) {
    const [node] = nodes;
    const name = node.name.value;
    if (name === "__typename") {
      members.push(plan.typename(key, type.name));
      continue;
    }
    const definition = definitions[name];
    const meaning = own?.get(name) ?? shared?.get(name);
    if (definition === undefined || meaning === undefined) continue;
    const member = plan.field({ key, meaning, definition, node, nodes });
    if (member !== null) members.push(member);
  }
  return members;
};
