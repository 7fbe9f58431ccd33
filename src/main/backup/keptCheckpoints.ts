import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as KeptCheckpointFile from "../../adapters/filesystem/KeptCheckpointFile.ts";
import { KeptCheckpoint } from "../../domain/transparency/KeptCheckpoint.ts";
import { statedCheckpoint } from "../../domain/transparency/statedCheckpoint.ts";

const sizeOf = (note: string): number => statedCheckpoint(note)?.checkpoint.size ?? 0;

/** Keeps a checkpoint in a folder, unless a larger one is there. */
export const keepLargest = (folder: string, note: string) =>
  Effect.gen(function* () {
    const { keep, read } = yield* KeptCheckpoint;
    const before = Option.match(yield* read, { onNone: () => 0, onSome: sizeOf });
    if (sizeOf(note) > before) yield* keep(note);
  }).pipe(Effect.provide(KeptCheckpointFile.layer(folder)));

/** Copies the checkpoint that one folder keeps to another, unless a larger one is there. */
export const copyKept = (from: string, to: string) =>
  Effect.flatMap(KeptCheckpoint, ({ read }) => read).pipe(
    Effect.provide(KeptCheckpointFile.layer(from)),
    Effect.flatMap(Option.match({ onNone: () => Effect.void, onSome: (note) => keepLargest(to, note) }))
  );
