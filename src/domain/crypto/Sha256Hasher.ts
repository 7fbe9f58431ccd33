import * as Context from "effect/Context";
import { pureHashing } from "./Hashing.ts";

/** Computes the hashes of the event log. A platform may have a faster one than the default, with the same results. */
export class Sha256Hasher extends Context.Reference<Sha256Hasher>()("domain/Sha256Hasher", {
  defaultValue: () => pureHashing
}) {}
