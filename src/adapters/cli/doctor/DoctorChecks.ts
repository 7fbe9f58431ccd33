import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { DoctorCheck } from "../../../application/instance/DoctorCheck.ts";

/** All checks of `tidemark doctor`, in the order in which they are shown. */
export class DoctorChecks extends Context.Tag("cli/DoctorChecks")<
  DoctorChecks,
  { readonly all: Effect.Effect<ReadonlyArray<DoctorCheck>> }
>() {}
