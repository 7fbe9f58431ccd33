import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { entityTag } from "../server/response/entityTag.ts";
import { sdkFolder } from "./sdkFolder.ts";
import { type PackedFile, writeTarball } from "./writeTarball.ts";

/** The SDK as an npm package. */
export interface SdkPackage {
  /** The name that `npm pack` gives the file. */
  readonly fileName: string;
  readonly tarball: Uint8Array;
  /** Changes with the content. */
  readonly tag: string;
}

const Manifest = Schema.Struct({ name: Schema.String, version: Schema.String, files: Schema.Array(Schema.String) });
const decodeManifest = Schema.decodeUnknownSync(Schema.parseJson(Manifest));

/** The files that npm adds to those that `files` names. */
const always = ["LICENSE", "README.md", "package.json"];

const asRegExp = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`);

const readPacked = async (path: string): Promise<PackedFile> => ({
  path,
  content: await readFile(new URL(path, sdkFolder))
});

const read = async (): Promise<SdkPackage> => {
  const { files, name, version } = decodeManifest(await readFile(new URL("package.json", sdkFolder), "utf8"));
  const patterns = files.map(asRegExp);
  const built = (await readdir(new URL("dist", sdkFolder), { recursive: true }))
    .map((path) => `dist/${path.replaceAll("\\", "/")}`)
    .filter((path) => patterns.some((pattern) => pattern.test(path)));
  const packed = await Promise.all([...always, ...built].map(readPacked));
  const tarball = await promisify(gzip)(writeTarball(packed), { level: constants.Z_BEST_COMPRESSION });
  return { fileName: `${name}-${version}.tgz`, tarball, tag: entityTag(tarball) };
};

/**
 * Returns the SDK as the package that `npm pack` makes of it, read and compressed once on first use. It is part of the
 * installation, so a missing file is a defect; only the test kit may be missing, where nothing has bundled it.
 */
export const readSdkPackage: Effect.Effect<SdkPackage> = Effect.runSync(Effect.cached(Effect.promise(read)));
