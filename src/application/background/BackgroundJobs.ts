import * as Context from "effect/Context";
import * as Deferred from "effect/Deferred";
import type * as Effect from "effect/Effect";
import * as FiberId from "effect/FiberId";
import * as Schema from "effect/Schema";

/** A background job died that the process cannot run without; `message` is one line for the operator. */
export class BackgroundJobFailed extends Schema.TaggedError<BackgroundJobFailed>()("BackgroundJobFailed", {
  job: Schema.String,
  problem: Schema.String
}) {
  override get message(): string {
    return `The background job "${this.job}" cannot continue: ${this.problem}`;
  }
}

/** Counts the deaths of the background jobs of this process, and records whether one of them ends it. */
export class JobDeaths {
  readonly #deaths = new Map<string, number>();
  readonly #failed = Deferred.unsafeMake<never, BackgroundJobFailed>(FiberId.none);

  /** Counts a death, and returns how often the job has died. */
  count(job: string): number {
    const deaths = (this.#deaths.get(job) ?? 0) + 1;
    this.#deaths.set(job, deaths);
    return deaths;
  }

  /** The number of deaths of each job that died. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#deaths);
  }

  /** Reports that the process has to end. */
  fail(failure: BackgroundJobFailed): Effect.Effect<boolean> {
    return Deferred.fail(this.#failed, failure);
  }

  /** Fails when a job died that the process cannot run without; never succeeds. */
  get failed(): Effect.Effect<never, BackgroundJobFailed> {
    return Deferred.await(this.#failed);
  }
}

/** The deaths of the background jobs of this process. */
export class BackgroundJobs extends Context.Reference<BackgroundJobs>()("application/BackgroundJobs", {
  defaultValue: () => new JobDeaths()
}) {}
