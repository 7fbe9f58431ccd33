import * as Context from "effect/Context";
import type { Did } from "../../domain/atproto/Did.ts";

/** The accounts that the operator made admins with `ADMIN_DIDS`. They cannot be changed at run time. */
export class ConfiguredAdmins extends Context.Tag("application/ConfiguredAdmins")<
  ConfiguredAdmins,
  ReadonlyArray<Did>
>() {}
