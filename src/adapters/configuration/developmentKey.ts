import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { NonEmptyReadonlyArray } from "effect/Array";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import type { SigningKey } from "../../domain/crypto/SigningKey.ts";
import { ConfigurationInvalid } from "./ConfigurationInvalid.ts";
import type { SigningKeyReader } from "./SigningKeyReader.ts";

const invalid = (reason: string) =>
  new ConfigurationInvalid({ problems: [`DATA_DIR ${reason}; example: DATA_DIR=./data`] });

const errorCode = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "unknown error";

const onFile = <A>(reason: string, run: () => Promise<A>): Effect.Effect<A, ConfigurationInvalid> =>
  Effect.tryPromise({ try: run, catch: (cause) => invalid(`${reason} (${errorCode(cause)})`) });

const readKeyFile = (path: string): Effect.Effect<string | null, ConfigurationInvalid> =>
  onFile(`contains a key file that cannot be read: ${path}`, () =>
    readFile(path, "utf8").catch((cause: unknown) => (errorCode(cause) === "ENOENT" ? null : Promise.reject(cause)))
  );

/** If another process writes the file first, its key is used. */
const writeKeyFile = (folder: string, path: string, key: Redacted.Redacted) =>
  onFile(`cannot be written to: ${folder}`, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, Redacted.value(key), { mode: 0o600, flag: "wx" }).catch((cause: unknown) =>
      errorCode(cause) === "EEXIST" ? undefined : Promise.reject(cause)
    );
  });

const generateKeyFile = Effect.fn(function* (folder: string, path: string, keys: SigningKeyReader) {
  yield* writeKeyFile(folder, path, yield* keys.generate);
  yield* Effect.logWarning(`Generated a signing key for development in ${path}; production needs OAUTH_SIGNING_KEY`);
  return (yield* readKeyFile(path)) ?? "";
});

const keyPath = (dataDir: string): string => join(dataDir, "keys", "signing-key.pem");

const parseKeyFile = (path: string, written: string, keys: SigningKeyReader) =>
  Effect.mapError(keys.parse(written), (reason) =>
    invalid(`contains a signing key that ${reason}: remove ${path}, and a new one is generated`)
  );

/** Reads the signing key that a development instance already has, with its file. */
export const storedDevelopmentKey = Effect.fn("storedDevelopmentKey")(function* (
  dataDir: string,
  keys: SigningKeyReader
) {
  const path = keyPath(dataDir);
  const written = yield* readKeyFile(path);
  return written === null ? null : { path, keys: yield* parseKeyFile(path, written, keys) };
});

/** The signing key of a development instance. It is generated once into `keys/` of the data folder, readable only by its owner. */
export const developmentKey = Effect.fn("developmentKey")(function* (
  dataDir: string,
  keys: SigningKeyReader
): Effect.fn.Return<NonEmptyReadonlyArray<SigningKey>, ConfigurationInvalid> {
  const path = keyPath(dataDir);
  const written = (yield* readKeyFile(path)) ?? (yield* generateKeyFile(dirname(path), path, keys));
  return yield* parseKeyFile(path, written, keys);
});
