import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { sdkRoutes } from "../../src/adapters/http/sdk/sdkRoutes.ts";
import * as HttpServerNode from "../../src/adapters/http/server/HttpServerNode.ts";
import * as AddressHashesMemory from "../../src/adapters/memory/stores/AddressHashesMemory.ts";
import { publicUrl } from "../support/memoryService.ts";

/** Runs a step while the routes of the SDK are served, with their address. */
export const servedSdk = (use: (url: string) => Effect.Effect<void>): Effect.Effect<void> =>
  Effect.flatMap(HttpServerNode.HttpServerNode, ({ port }) => use(`http://127.0.0.1:${port}`)).pipe(
    Effect.provide(
      HttpServerNode.layer({ host: "127.0.0.1", port: 0, publicUrl, trustedProxies: 0, routes: sdkRoutes }).pipe(
        Layer.provide(AddressHashesMemory.layer)
      )
    ),
    Effect.orDie
  );
