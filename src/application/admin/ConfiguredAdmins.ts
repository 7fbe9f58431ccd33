import * as Context from "effect/Context";
import type { Did } from "../../domain/atproto/Did.ts";

/** The accounts that administer by the word of the operator (`ADMIN_DIDS`), which nobody can change from within. */
export class ConfiguredAdmins extends Context.Tag("application/ConfiguredAdmins")<
  ConfiguredAdmins,
  ReadonlyArray<Did>
>() {}
