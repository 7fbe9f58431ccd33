import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { ErasureLedger } from "../../../domain/personal/ErasureLedger.ts";

const makeLedger = Effect.sync(() => {
  const known = new Set<string>();
  return ErasureLedger.of({
    commitments: Effect.sync(() => [...known]),
    add: (commitments) => Effect.sync(() => commitments.forEach((each) => void known.add(each)))
  });
});

/** A ledger in the memory of this process. */
export const layer: Layer.Layer<ErasureLedger> = Layer.effect(ErasureLedger, makeLedger);
