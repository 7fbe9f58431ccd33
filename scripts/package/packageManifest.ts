import * as Schema from "effect/Schema";

const Fields = Schema.Record({ key: Schema.String, value: Schema.Unknown });
const decode = Schema.decodeUnknownSync(Fields);

/** What is of use in a checkout only. */
const ofCheckout = new Set(["private", "scripts", "devDependencies", "allowScripts", "overrides"]);

/** Returns the `package.json` of the package: that of the repository without what is of use in a checkout only. */
export const packageManifest = (manifest: unknown): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(Object.entries(decode(manifest)).filter(([field]) => !ofCheckout.has(field))),
  publishConfig: { access: "public", provenance: true }
});

const Lock = Schema.Struct({
  name: Schema.String,
  version: Schema.String,
  lockfileVersion: Schema.Number,
  requires: Schema.optional(Schema.Boolean),
  packages: Schema.Record({ key: Schema.String, value: Fields })
});
const decodeLock = Schema.decodeUnknownSync(Lock);

/**
 * Returns the `npm-shrinkwrap.json` of the package: the lock file of the repository without packages for development. npm
 * then installs the same versions for a user as for a test, and compares their hashes.
 */
export const shrinkwrap = (lock: unknown) => {
  const { packages, ...head } = decodeLock(lock);
  const { devDependencies: _, ...root } = packages[""] ?? {};
  const installed = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith("node_modules/") && dev !== true && link !== true
  );
  return { ...head, packages: { "": root, ...Object.fromEntries(installed) } };
};
