import { createApplyChanges } from "../migrations/0270_stored_projections.ts";
import { reportChanges } from "../migrations/0520_reports.ts";

/** Creates the function `apply_changes` of the last migration, for the tables of a schema. */
export const createCurrentChanges = (schema: string): string => createApplyChanges(schema, reportChanges(schema));
