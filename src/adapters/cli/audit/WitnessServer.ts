import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { VerifierKey } from "../../../domain/transparency/VerifierKey.ts";
import type { Problem } from "../report/explainProblem.ts";

/** Where a witness listens, what it stores, and which logs it follows. */
export interface WitnessServerOptions {
  readonly statePath: string;
  /** Null for the name in the state, or that of this machine. */
  readonly name: string | null;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The keys of the logs, each named by the origin of its log. */
  readonly logs: ReadonlyArray<VerifierKey>;
}

/** A witness that listens. */
export interface ListeningWitness {
  readonly key: VerifierKey;
  readonly host: string;
  readonly port: number;
}

/** Runs a witness in this process. */
export class WitnessServer extends Context.Tag("cli/WitnessServer")<
  WitnessServer,
  {
    /** Runs `announce` when the witness listens, and then until it is interrupted. */
    readonly run: (
      options: WitnessServerOptions,
      announce: (witness: ListeningWitness) => Effect.Effect<void>
    ) => Effect.Effect<never, Problem>;
  }
>() {}
