import { open } from "node:fs/promises";
import { dirname } from "node:path";
import * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import { type Anchor, type AnchoredCheckpoint, AnchorFailed } from "../../domain/transparency/publishing/Anchors.ts";
import { anchorLine, lastAnchored } from "../../domain/transparency/publishing/anchorLines.ts";

/** Bytes at the end of the file in which the last complete line is. */
const tailBytes = 65_536;

const notWritable = () => new AnchorFailed({ state: "away", reason: "not-writable" });

const readTail = async (path: string): Promise<string> => {
  const handle = await open(path, "r").catch((cause: unknown) =>
    cause instanceof Error && "code" in cause && cause.code === "ENOENT" ? null : Promise.reject(cause)
  );
  if (handle === null) return "";
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, tailBytes);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString("utf8");
  } finally {
    await handle.close();
  }
};

/** A new file is not found after a crash unless its folder is stored, too. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/** Appends lines. A line that a crash cut off is ended first, because a write-once store cannot remove it. */
const appendLines = async (path: string, lines: string): Promise<void> => {
  const before = await readTail(path);
  const handle = await open(path, "a", 0o644);
  try {
    await handle.writeFile(before === "" || before.endsWith("\n") ? lines : `\n${lines}`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (before === "") await syncFolder(path);
};

/** An anchor in a file: each checkpoint is a line that is appended and stored before the next one. */
export const fileAnchor = (address: string, path: string): Anchor => ({
  target: address,
  takes: "every",
  pause: 500,
  latest: Effect.tryPromise({ try: () => readTail(path), catch: notWritable }).pipe(
    Effect.flatMap((tail): Effect.Effect<Option.Option<AnchoredCheckpoint>, AnchorFailed> => {
      // A crash can cut off the first line.
      if (!tail.includes("\n")) return Effect.succeedNone;
      const last = lastAnchored(tail);
      // A file of other content was named by mistake, and must not be appended to.
      return last === null
        ? Effect.fail(new AnchorFailed({ state: "refused", reason: "other-content" }))
        : Effect.succeedSome(last);
    })
  ),
  add: (checkpoints) =>
    Effect.tryPromise({ try: () => appendLines(path, checkpoints.map(anchorLine).join("")), catch: notWritable })
});
