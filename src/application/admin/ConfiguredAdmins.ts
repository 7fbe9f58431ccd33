import * as Context from "effect/Context";
import type { Did } from "../../domain/atproto/Did.ts";

/** The accounts that administer by the word of the operator (`ADMIN_DIDS`), which nobody can change from within. */
export class ConfiguredAdmins extends Context.Reference<ConfiguredAdmins>()("application/ConfiguredAdmins", {
  defaultValue: (): ReadonlyArray<Did> => []
}) {}
