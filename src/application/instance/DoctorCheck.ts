import type * as Effect from "effect/Effect";

/** The result of a check. `skipped` means that it does not concern this instance, or depends on a problem that was found. */
export interface Finding {
  readonly status: "ok" | "problem" | "skipped";
  /** A sentence without a full stop. */
  readonly detail: string;
  /** What to do about a problem; null if the detail says so already. */
  readonly remedy: string | null;
}

/** One thing that `tidemark doctor` checks about an instance and its surroundings. */
export interface DoctorCheck {
  /** Its name in `--json`. */
  readonly name: string;
  readonly title: string;
  readonly run: Effect.Effect<Finding>;
}

/** Reports that all is well. */
export const ok = (detail: string): Finding => ({ status: "ok", detail, remedy: null });

/** Reports a problem and its remedy. */
export const problem = (detail: string, remedy: string | null = null): Finding => ({
  status: "problem",
  detail,
  remedy
});

/** Reports why there was nothing to check. */
export const skipped = (detail: string): Finding => ({ status: "skipped", detail, remedy: null });
