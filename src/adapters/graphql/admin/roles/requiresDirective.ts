import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLEnumType,
  GraphQLNonNull,
  Kind,
  type ObjectTypeDefinitionNode,
  parse
} from "graphql";
import type { AdminRole } from "../../../../domain/administration/AdminRole.ts";

/** `AdminRole`. */
export const adminRole = new GraphQLEnumType({
  name: "AdminRole",
  description: "What an admin may do.",
  values: {
    OWNER: { value: "owner", description: "Everything." },
    DEVELOPER: {
      value: "developer",
      description:
        "Everything but changing the admins, what cannot be restored (erasing a person, deleting the index), and clients that administer."
    },
    READER: { value: "reader", description: "Sees everything, and changes nothing." }
  } satisfies Record<Uppercase<AdminRole>, { value: AdminRole; description: string }>
});

/** `@requires`, which the printed schema has on each mutation. */
export const requiresDirective = new GraphQLDirective({
  name: "requires",
  description: "The role that an admin needs, or a role above it.",
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: { role: { type: new GraphQLNonNull(adminRole) } }
});

const isMutation = (definition: { readonly kind: Kind }): definition is ObjectTypeDefinitionNode =>
  definition.kind === Kind.OBJECT_TYPE_DEFINITION &&
  "name" in definition &&
  Object(definition.name).value === "Mutation";

/** Writes `@requires` behind each mutation of a printed schema. graphql-js does not print directives of fields. */
export const printRoles = (sdl: string, roleOf: (mutation: string) => AdminRole): string => {
  const fields = parse(sdl).definitions.find(isMutation)?.fields ?? [];
  return fields.reduceRight((text, { loc, name }) => {
    const end = loc?.end ?? text.length;
    return `${text.slice(0, end)} @requires(role: ${roleOf(name.value).toUpperCase()})${text.slice(end)}`;
  }, sdl);
};
