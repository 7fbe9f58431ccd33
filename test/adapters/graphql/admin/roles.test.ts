import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import {
  buildSchema,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  valueFromASTUntyped
} from "graphql";
import { adminSdl } from "../../../../src/adapters/graphql/admin/adminApi.ts";
import { mutationRoles } from "../../../../src/adapters/graphql/admin/roles/mutationRoles.ts";
import { setAdminRole } from "../../../../src/application/admin/setAdminRole.ts";
import { AdminRole, allows } from "../../../../src/domain/administration/AdminRole.ts";
import { adminSession } from "../../../support/adminSession.ts";
import { alice, bob } from "../../../support/memoryService.ts";
import { adminCookie, graphql, graphqlServer } from "../../http/graphql/graphqlServer.ts";

const fields = Object.values(buildSchema(adminSdl).getMutationType()?.getFields() ?? {});

const scalars: Readonly<Record<string, string>> = {
  Int: "1",
  Float: "1",
  Boolean: "true",
  DateTime: '"2026-01-31T12:00:00Z"',
  JSON: "{}"
};

/** Returns a literal of a type; what it holds does not matter, because a refusal comes first. */
const literal = (type: GraphQLInputType): string => {
  if (isNonNullType(type)) return literal(type.ofType);
  if (isListType(type)) return "[]";
  if (isEnumType(type)) return type.getValues()[0]?.name ?? "null";
  if (!isInputObjectType(type)) return scalars[type.name] ?? '"x"';
  const members = Object.values(type.getFields()).filter(isRequiredInputField);
  return `{${members.map((member) => `${member.name}: ${literal(member.type)}`).join(", ")}}`;
};

const callOf = ({ args, name }: (typeof fields)[number]): string => {
  const given = args.filter(isRequiredArgument).map((argument) => `${argument.name}: ${literal(argument.type)}`);
  return given.length === 0 ? name : `${name}(${given.join(", ")})`;
};

const document = (field: (typeof fields)[number]): string => {
  const call = callOf(field);
  const isLeaf = /^(Boolean|Int|String)!?$/.test(String(field.type));
  return `mutation { ${call}${isLeaf ? "" : " { __typename }"} }`;
};

const printedRole = ({ astNode }: (typeof fields)[number]): unknown => {
  const requires = astNode?.directives?.find(({ name }) => name.value === "requires");
  return requires?.arguments?.[0] === undefined ? null : valueFromASTUntyped(requires.arguments[0].value);
};

it("lists the role of every mutation in mutationRoles.ts, and no other mutation", () => {
  assert.deepStrictEqual(Object.keys(mutationRoles).toSorted(), fields.map(({ name }) => name).toSorted());
});

it("prints the role of every mutation in the schema", () => {
  const printed = fields.map((field) => [field.name, printedRole(field)]);
  const listed = fields.map(({ name }) => [name, mutationRoles[name]?.toUpperCase()]);
  assert.deepStrictEqual(printed, listed);
});

const refused = AdminRole.literals.flatMap((held) =>
  fields.flatMap((field) => {
    const needed = mutationRoles[field.name] ?? "owner";
    return allows(held, needed) ? [] : [{ name: field.name, held, needed, field }];
  })
);

describe("a mutation", () => {
  it.effect.each(refused)("$name refuses a $held, and names the role and who can grant it", ({ field, held, needed }) =>
    Effect.gen(function* () {
      yield* adminSession(alice.did);
      const headers = { ...(yield* adminCookie), "sec-fetch-site": "same-origin" };
      yield* setAdminRole(bob.did, held, { type: "admin", id: alice.did });
      const { errors } = yield* graphql(document(field), { path: "/admin/graphql", headers });
      const [error] = errors ?? [];
      const { extensions, message } = Object(error);
      assert.deepInclude(Object(extensions), {
        code: "FORBIDDEN",
        requiredRole: needed.toUpperCase(),
        role: held.toUpperCase()
      });
      assert.strictEqual(
        message,
        `${field.name} needs the role ${needed}; yours is ${held}. An owner can change the role at /settings/admins: ${alice.did}.`
      );
    }).pipe(Effect.provide(graphqlServer))
  );
});
