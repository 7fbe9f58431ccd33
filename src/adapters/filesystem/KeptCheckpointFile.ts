import { mkdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { KeptCheckpoint, KeptCheckpointUnavailable } from "../../domain/transparency/KeptCheckpoint.ts";
import { isMissingFile } from "./isMissingFile.ts";
import { writeSynced } from "./writeSynced.ts";

const replace = async (folder: string, path: string, note: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const draft = `${path}.new`;
  await writeSynced(draft, note, "w");
  await rename(draft, path);
};

/** The checkpoint in the file `checkpoint` of the data folder. */
export const layer = (dataDir: string): Layer.Layer<KeptCheckpoint> => {
  const path = join(dataDir, "checkpoint");
  const on = <A>(run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (cause) => new KeptCheckpointUnavailable({ path, cause }) });
  return Layer.succeed(
    KeptCheckpoint,
    KeptCheckpoint.of({
      read: on(() =>
        readFile(path, "utf8").then(Option.some, (cause: unknown) =>
          isMissingFile(cause) ? Option.none<string>() : Promise.reject(cause)
        )
      ),
      keep: (note) => on(() => replace(dataDir, path, note))
    })
  );
};
