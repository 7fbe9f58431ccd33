import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";

/** What an examination found. `skipped` is for what does not concern this instance, or cannot be told before something else is right. */
export interface Finding {
  readonly status: "ok" | "problem" | "skipped";
  /** A sentence without its end. */
  readonly detail: string;
  /** The way out of a problem; null where the detail names it already. */
  readonly remedy: string | null;
}

export interface DoctorCheck {
  /** Its name for programs. */
  readonly name: string;
  readonly title: string;
  readonly run: Effect.Effect<Finding>;
}

/** What can be looked at about an instance and its surroundings, in the order in which it is told. */
export class DoctorChecks extends Context.Tag("cli/DoctorChecks")<
  DoctorChecks,
  { readonly all: Effect.Effect<ReadonlyArray<DoctorCheck>> }
>() {}

export const ok = (detail: string): Finding => ({ status: "ok", detail, remedy: null });

export const problem = (detail: string, remedy: string | null = null): Finding => ({
  status: "problem",
  detail,
  remedy
});

export const skipped = (detail: string): Finding => ({ status: "skipped", detail, remedy: null });
