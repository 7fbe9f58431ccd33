import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { NonEmptyReadonlyArray } from "effect/Array";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { traced } from "../../domain/failure/traced.ts";
import { ConfigurationInvalid } from "./ConfigurationInvalid.ts";
import type { KeyReader } from "./SigningKeyReader.ts";

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

/** If another process writes the file first, its key is used. The file never exists without the key. */
const writeKeyFile = (folder: string, path: string, key: Redacted.Redacted) =>
  onFile(`cannot be written to: ${folder}`, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const unfinished = `${path}.${randomUUID()}`;
    await writeFile(unfinished, Redacted.value(key), { mode: 0o600, flag: "wx" });
    await link(unfinished, path)
      .catch((cause: unknown) => (errorCode(cause) === "EEXIST" ? undefined : Promise.reject(cause)))
      .finally(() => rm(unfinished, { force: true }));
  });

/** A key that a development instance generates: its file in `keys/` of the data folder, and the variable of production. */
export interface DevelopmentKey {
  readonly file: string;
  readonly variable: string;
}

const generateKeyFile = Effect.fnUntraced(function* <Key>(
  folder: string,
  path: string,
  variable: string,
  keys: KeyReader<Key>
) {
  yield* writeKeyFile(folder, path, yield* keys.generate);
  yield* Effect.logWarning(`Generated a signing key for development in ${path}; production needs ${variable}`);
  return (yield* readKeyFile(path)) ?? "";
});

/** The key of tokens and client assertions. */
export const tokenKey: DevelopmentKey = { file: "signing-key.pem", variable: "OAUTH_SIGNING_KEY" };

/** The key of checkpoints. */
export const checkpointKey: DevelopmentKey = { file: "audit-signing-key.pem", variable: "AUDIT_SIGNING_KEY" };

const keyPath = (dataDir: string, { file }: DevelopmentKey): string => join(dataDir, "keys", file);

const parseKeyFile = <Key>(path: string, written: string, keys: KeyReader<Key>) =>
  Effect.mapError(keys.parse(written), (reason) =>
    invalid(`contains a signing key that ${reason}: remove ${path}, and a new one is generated`)
  );

/** Reads the key that a development instance already has, with its file. */
export const storedDevelopmentKey = traced("storedDevelopmentKey")(function* <Key>(
  dataDir: string,
  which: DevelopmentKey,
  keys: KeyReader<Key>
) {
  const path = keyPath(dataDir, which);
  const written = yield* readKeyFile(path);
  return written === null ? null : { path, keys: yield* parseKeyFile(path, written, keys) };
});

/** The key of a development instance. It is generated once into `keys/` of the data folder, readable only by its owner. */
export const developmentKey = traced("developmentKey")(function* <Key>(
  dataDir: string,
  which: DevelopmentKey,
  keys: KeyReader<Key>
): Effect.fn.Return<NonEmptyReadonlyArray<Key>, ConfigurationInvalid> {
  const path = keyPath(dataDir, which);
  const written = (yield* readKeyFile(path)) ?? (yield* generateKeyFile(dirname(path), path, which.variable, keys));
  return yield* parseKeyFile(path, written, keys);
});
