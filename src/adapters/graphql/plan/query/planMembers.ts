import type { FieldNode, GraphQLField, GraphQLObjectType } from "graphql";
import type { OutputKind } from "../../schema/OutputKind.ts";
import { joinsTypeName } from "../../schema/record/joinFields.ts";
import type { Compilation } from "../Compilation.ts";
import { collectFields, selectionsOf } from "./collectFields.ts";

/** A field selected of an object: its response key, its meaning, and its merged nodes. */
export interface SelectedField {
  readonly key: string;
  readonly outputKind: OutputKind;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
  readonly nodes: readonly [FieldNode, ...ReadonlyArray<FieldNode>];
}

/** Plans one field of a type. Null omits the field and records an error. */
interface MemberPlan<Member> {
  readonly typename: (key: string, name: string) => Member;
  readonly field: (asked: SelectedField) => Member | null;
}

/** Plans the fields selected of an object of a type, in response order. */
export const planMembers = <Member>(
  compilation: Compilation,
  type: GraphQLObjectType,
  parents: ReadonlyArray<FieldNode>,
  plan: MemberPlan<Member>
): ReadonlyArray<Member> => {
  const definitions = type.getFields();
  const { outputKinds } = compilation.api;
  const own = outputKinds.get(type.name);
  const shared = outputKinds.get(joinsTypeName);
  const members: Array<Member> = [];
  for (const [key, nodes] of collectFields(compilation, type, selectionsOf(parents))) {
    const [node] = nodes;
    const name = node.name.value;
    if (name === "__typename") {
      members.push(plan.typename(key, type.name));
      continue;
    }
    const definition = definitions[name];
    const outputKind = own?.get(name) ?? shared?.get(name);
    if (definition === undefined || outputKind === undefined) continue;
    const member = plan.field({ key, outputKind, definition, node, nodes });
    if (member !== null) members.push(member);
  }
  return members;
};
