import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { ArchiveFiles, ArchiveUnavailable } from "../../../domain/retention/ArchiveFiles.ts";
import { archiveFileName } from "../../../domain/retention/archiveFileName.ts";

const utf8 = new TextEncoder();

const makeArchiveFiles = (folder: string): ArchiveFiles["Type"] => {
  const files = new Map<string, Uint8Array>();
  return {
    folder,
    at: makeArchiveFiles,
    write: (name, lines) =>
      Effect.map(Stream.mkString(lines), (text) => {
        const file = archiveFileName(name, sha256Base64Url(text));
        files.set(file, utf8.encode(text));
        return file;
      }),
    read: (file) =>
      Effect.suspend(() => {
        const bytes = files.get(file);
        return bytes === undefined
          ? new ArchiveUnavailable({ reason: "missing", file, folder })
          : Effect.succeed(bytes);
      }),
    names: Effect.sync(() => [...files.keys()].toSorted())
  };
};

/** Archives in this process, without durability. */
export const layer: Layer.Layer<ArchiveFiles> = Layer.sync(ArchiveFiles, () => makeArchiveFiles("memory"));
