import { defaultFieldResolver, type GraphQLFieldConfig, type GraphQLFieldConfigMap } from "graphql";
import { RoleRequired } from "../../../../application/admin/RoleRequired.ts";
import { allows } from "../../../../domain/administration/AdminRole.ts";
import type { AdminContext } from "../AdminContext.ts";
import { mutationRole } from "./mutationRoles.ts";
import { refuseRole } from "./refuseRole.ts";

const guarded = (
  name: string,
  { resolve = defaultFieldResolver, ...field }: GraphQLFieldConfig<unknown, AdminContext>
): GraphQLFieldConfig<unknown, AdminContext> => {
  const needed = mutationRole(name);
  return {
    ...field,
    resolve: (source, given, context, info) => {
      const { admin, run } = context;
      // The field itself refuses a caller who is no admin.
      if (admin === null || allows(admin.role, needed)) return resolve(source, given, context, info);
      return run(refuseRole(new RoleRequired({ needed, held: admin.role, action: name })));
    }
  };
};

/** Makes mutations refuse admins without the role that they need. */
export const withRoles = (
  mutations: GraphQLFieldConfigMap<unknown, AdminContext>
): GraphQLFieldConfigMap<unknown, AdminContext> =>
  Object.fromEntries(Object.entries(mutations).map(([name, field]) => [name, guarded(name, field)]));
