import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { type NewApp, NewAppFailed, NewApps } from "../../adapters/cli/new/NewApps.ts";
import { writeApp } from "../../adapters/filesystem/writeApp.ts";
import { type FoundInstance, otherInstances } from "../instances/otherInstances.ts";
import { findRunningInstance } from "../instances/RunningInstance.ts";
import { storageLocation } from "../storageLocation.ts";

/** Where the development servers of both templates listen. The port of a loopback redirect URI is ignored. */
const redirectUri = "http://127.0.0.1:5173/";

const examples = fileURLToPath(new URL("../../../examples", import.meta.url));
const program = fileURLToPath(new URL("../../../bin/tidemark.js", import.meta.url));

const Metadata = Schema.Struct({ issuer: Schema.String, registration_endpoint: Schema.optional(Schema.String) });
const decodeMetadata = Schema.decodeUnknown(Metadata);
const Registered = Schema.Struct({ client_id: Schema.String });
const Client = Schema.parseJson(Schema.Struct({ clientId: Schema.String }));

const failed = (reason: NewAppFailed["reason"], subject: string) => new NewAppFailed({ reason, subject });

const timeout = () => AbortSignal.timeout(10_000);

const requireEmpty = Effect.fnUntraced(function* (folder: string) {
  const found = yield* Effect.promise(() => readdir(folder).catch(() => []));
  if (found.length > 0) return yield* failed("folder-not-empty", folder);
});

/** The instance of the environment, if it runs. */
const ownInstance = Effect.gen(function* () {
  const { dataDir } = yield* storageLocation;
  return Option.map(yield* findRunningInstance(dataDir), (instance): FoundInstance => ({ ...instance, dataDir }));
}).pipe(Effect.orElseSucceed(() => Option.none<FoundInstance>()));

/** The instance of the environment if it runs, or else the only one that runs on this machine. */
const runningHere = Effect.gen(function* () {
  const own = yield* ownInstance;
  if (Option.isSome(own)) return own.value;
  const [first, ...more] = yield* otherInstances(null);
  if (first === undefined) return yield* failed("no-instance", "");
  if (more.length > 0) return yield* failed("several-instances", [first, ...more].map(({ url }) => url).join(", "));
  return first;
});

/** The instance that was named, with its data folder if it runs on this machine. */
const named = Effect.fnUntraced(function* (server: string) {
  const url = URL.parse(server)?.origin ?? "";
  if (!/^https?:/.test(url)) return yield* failed("not-an-instance", server);
  const here = [...Option.toArray(yield* ownInstance), ...(yield* otherInstances(null))];
  return here.find((instance) => instance.url === url) ?? { url };
});

const metadataOf = Effect.fnUntraced(function* (url: string) {
  const response = yield* Effect.tryPromise({
    try: (signal) =>
      fetch(`${url}/.well-known/oauth-authorization-server`, { signal: AbortSignal.any([signal, timeout()]) }),
    catch: () => failed("unreachable", url)
  });
  const body = yield* Effect.promise(() => response.json().catch(() => null));
  return yield* Effect.mapError(decodeMetadata(body), () => failed("not-an-instance", url));
});

/** Registers the app as its operator does; none if that fails. */
const registerHere = (dataDir: string, name: string): Effect.Effect<Option.Option<string>> =>
  Effect.option(
    Effect.flatMap(
      Effect.tryPromise((signal) => {
        const words = [
          "clients",
          "register",
          "--name",
          name,
          "--type",
          "public",
          "--redirect-uri",
          redirectUri,
          "--json"
        ];
        const { DATABASE_URL: _, ...environment } = process.env;
        return promisify(execFile)(process.execPath, [program, ...words], {
          env: { ...environment, DATA_DIR: dataDir },
          signal
        });
      }),
      ({ stdout }) => Effect.map(Schema.decode(Client)(stdout), ({ clientId }) => clientId)
    )
  );

/** Lets the app register itself (RFC 7591); none if the instance does not allow that. */
const registerItself = (endpoint: string | undefined, name: string): Effect.Effect<Option.Option<string>> =>
  Effect.option(
    Effect.gen(function* () {
      if (endpoint === undefined) return yield* Effect.fail("closed");
      const body = JSON.stringify({
        client_name: name,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        dpop_bound_access_tokens: true,
        scope: "atproto transition:generic"
      });
      const headers = { "content-type": "application/json" };
      const registered = yield* Effect.tryPromise(async () =>
        (await fetch(endpoint, { method: "POST", headers, body, signal: timeout() })).json()
      );
      return (yield* Schema.decodeUnknown(Registered)(registered)).client_id;
    })
  );

const create = Effect.fnUntraced(function* ({ folder: typed, server, template }: NewApp) {
  const folder = resolve(typed);
  const name = basename(folder);
  if (!existsSync(examples)) return yield* failed("templates-missing", examples);
  yield* requireEmpty(folder);
  const instance = server === null ? yield* runningHere : yield* named(server);
  const { issuer, registration_endpoint: endpoint } = yield* metadataOf(instance.url);
  const here =
    "dataDir" in instance && instance.embedded ? yield* registerHere(instance.dataDir, name) : Option.none<string>();
  const itself = Option.isSome(here) ? Option.none<string>() : yield* registerItself(endpoint, name);
  const clientId = Option.getOrNull(Option.orElse(here, () => itself));
  yield* Effect.mapError(writeApp({ folder, template, examples, server: issuer, clientId }), () =>
    failed("folder-unwritable", folder)
  );
  return { folder, server: issuer, clientId, redirectUri, registeredItself: Option.isSome(itself) };
});

/** Creates apps from the examples of this checkout. */
export const newApps = Layer.succeed(NewApps, NewApps.of({ create }));
