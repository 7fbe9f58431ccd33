import * as Layer from "effect/Layer";
import { keys } from "./keys.ts";
import { schemaMigrations } from "./schemaMigrations.ts";

/** What commands work with that do without the stores of the service. */
export const commandTools = Layer.mergeAll(keys, schemaMigrations);
