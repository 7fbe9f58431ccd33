import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { findRunningInstance, type RunningInstance } from "./RunningInstance.ts";

/** A running instance and its data folder. */
export interface FoundInstance extends RunningInstance {
  readonly dataDir: string;
}

const checkout = fileURLToPath(new URL("../../..", import.meta.url));

const foldersIn = (folder: string): Promise<ReadonlyArray<string>> =>
  readdir(folder, { withFileTypes: true }).then(
    (entries) => entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    () => []
  );

/** The data folders of `npm start` and of demos, in the working directory and in the checkout of this program. */
const knownDataDirs = async (): Promise<ReadonlyArray<string>> => {
  const roots = [...new Set([process.cwd(), resolve(checkout)])].map((root) => join(root, "data"));
  const below = await Promise.all(
    roots.map(async (root) => [root, ...(await foldersIn(root)).toSorted().map((name) => join(root, name, "service"))])
  );
  return below.flat();
};

/** Finds the instances that run on this machine in the usual folders, except the one in a given folder. */
export const otherInstances = Effect.fnUntraced(function* (except: string | null) {
  const folders = (yield* Effect.promise(knownDataDirs)).filter((dataDir) => dataDir !== except);
  const found = yield* Effect.forEach(folders, (dataDir) =>
    Effect.map(
      findRunningInstance(dataDir),
      Option.map((instance): FoundInstance => ({ ...instance, dataDir }))
    )
  );
  return found.flatMap(Option.toArray);
});
