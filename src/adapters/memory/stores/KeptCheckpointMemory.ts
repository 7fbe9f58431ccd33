import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Ref from "effect/Ref";
import { KeptCheckpoint } from "../../../domain/transparency/KeptCheckpoint.ts";

/** The checkpoint in memory. */
export const layer: Layer.Layer<KeptCheckpoint> = Layer.effect(
  KeptCheckpoint,
  Effect.map(Ref.make(Option.none<string>()), (kept) => ({
    read: Ref.get(kept),
    keep: (note) => Ref.set(kept, Option.some(note))
  }))
);
