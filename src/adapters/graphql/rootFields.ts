import type { AdminContext } from "./admin/AdminContext.ts";
import { clientFields } from "./admin/clients/clientFields.ts";
import { withRoles } from "./admin/roles/withRoles.ts";
import type { RootFields } from "./schema/ApiSchema.ts";
import { labelPreferenceFields } from "./viewer/labelPreferenceFields.ts";
import { notificationFields } from "./viewer/notificationFields.ts";
import { reportFields } from "./viewer/reportFields.ts";
import { sessionFields } from "./viewer/sessionFields.ts";

/** The fields of the public API that are there whatever the Lexicons say. */
export const rootFields: Required<RootFields<AdminContext>> = {
  query: { ...clientFields.query, ...sessionFields.query, ...labelPreferenceFields.query },
  mutation: {
    ...withRoles(clientFields.mutation),
    ...sessionFields.mutation,
    ...labelPreferenceFields.mutation,
    ...reportFields.mutation,
    ...notificationFields.mutation
  }
};
