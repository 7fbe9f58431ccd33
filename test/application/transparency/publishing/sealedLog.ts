import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { checkpointText } from "../../../../src/domain/transparency/Checkpoint.ts";
import { GrowingTree } from "../../../../src/domain/transparency/GrowingTree.ts";
import { type SealedCheckpoint, SealedTree } from "../../../../src/domain/transparency/SealedTree.ts";
import { partialTiles } from "../../../../src/domain/transparency/Tile.ts";
import { verifierKeyText } from "../../../../src/domain/transparency/VerifierKey.ts";
import { leafOf } from "../../../domain/transparency/naiveTree.ts";
import { checkpointBy, testKey } from "../../../domain/transparency/signedBy.ts";

/** The key of the log. */
export const log = testKey("log.example.com/log", "note");

/** Seals a tree of this size over leaves that hash their index, and returns its checkpoint. */
export const sealUpTo = Effect.fnUntraced(function* (size: number) {
  const tree = yield* SealedTree;
  const sealed = yield* tree.seal({ name: "seal log", fence: 1 }, (latest) =>
    Effect.gen(function* () {
      const before = Option.match(latest, { onNone: () => 0, onSome: (checkpoint) => checkpoint.size });
      const growing = new GrowingTree(before, yield* tree.tiles(partialTiles(before)));
      for (let index = before; index < size; index += 1) growing.add(leafOf(index));
      const checkpoint: SealedCheckpoint = {
        origin: log.key.name,
        size,
        rootHash: growing.root(),
        note: checkpointBy(log, size, growing.root()),
        sealedAt: "2026-03-01T10:20:30.123Z"
      };
      return Option.some({ tiles: growing.changedTiles(), checkpoint, verifierKey: verifierKeyText(log.key) });
    })
  );
  return Option.getOrThrow(sealed);
});

/** The text of a checkpoint, which cosignatures cover. */
export const textOf = ({ origin, rootHash, size }: SealedCheckpoint): string =>
  checkpointText({ origin, size, rootHash, extensions: [] });
