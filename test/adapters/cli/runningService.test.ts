import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import * as Schema from "effect/Schema";
import { layer as clientRegistry } from "../../../src/application/projection/ClientRegistryProjection.ts";
import { ClientRegistry } from "../../../src/domain/client/registry/ClientRegistry.ts";
import { storage } from "../../../src/main/storage.ts";
import { silentLogger } from "../../support/silentLogger.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { testSecrets } from "../../support/testSubjectKeys.ts";
import { tidemark } from "./tidemark.ts";

const Registered = Schema.parseJson(Schema.Struct({ clientId: Schema.String }));
const app = ["--name", "App", "--type", "public", "--redirect-uri", "https://app.example/cb", "--json"];

const register = (dataDir: string) =>
  Effect.map(tidemark({ DATA_DIR: dataDir }, "clients", "register", ...app), ({ code, stdout, stderr }) => {
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return Schema.decodeSync(Registered)(stdout).clientId;
  });

const ids = Effect.flatMap(ClientRegistry, (registry) =>
  Effect.map(registry.list, (clients) => clients.map(({ clientId }) => clientId))
);

/** A service on the embedded database, as far as clients go. */
const service = (dataDir: string) =>
  Layer.provide(clientRegistry, storage({ databaseUrl: null, dataDir, secrets: testSecrets, purpose: "service" }));

it.scopedLive(
  "registers into the embedded database: alone, and while the service runs, which sees the client within a second",
  () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder;
      const before = yield* register(dataDir);
      yield* Effect.gen(function* () {
        expect(yield* ids).toEqual([before]);
        const during = yield* register(dataDir);
        const seen = yield* ids.pipe(
          Effect.repeat({ until: (all) => all.some((id) => id === during), schedule: Schedule.spaced("20 millis") }),
          Effect.timeoutOption("1 second")
        );
        expect(Option.isSome(seen)).toBe(true);
      }).pipe(Effect.provide(service(dataDir)));
      const after = yield* register(dataDir);
      expect(after).not.toBe(before);
    }).pipe(Effect.provide(silentLogger)),
  90_000
);
