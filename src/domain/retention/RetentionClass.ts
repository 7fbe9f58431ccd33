import * as Schema from "effect/Schema";

/**
 * A group of events whose details can leave the database after some time: sign-ins and tokens (`access`), writes
 * (`writes`), and what was indexed of repositories (`indexing`).
 */
export const RetentionClass = Schema.Literal("access", "writes", "indexing");
export type RetentionClass = typeof RetentionClass.Type;

/** The names of all retention classes. */
export const retentionClasses: ReadonlyArray<RetentionClass> = RetentionClass.literals;
