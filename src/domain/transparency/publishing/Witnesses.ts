import * as Context from "effect/Context";
import type { VerifierKey } from "../VerifierKey.ts";

/** A witness that this log asks: the prefix of its addresses without a slash at the end, and its verifier key. */
export interface AskedWitness {
  readonly address: string;
  readonly key: VerifierKey;
}

/** The witnesses that every checkpoint is sent to, in the order of the configuration. */
export class Witnesses extends Context.Tag("domain/Witnesses")<Witnesses, ReadonlyArray<AskedWitness>>() {}
