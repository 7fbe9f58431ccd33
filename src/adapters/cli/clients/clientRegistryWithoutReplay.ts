import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { ClientRegistry } from "../../../domain/client/registry/ClientRegistry.ts";

/**
 * The registry for a command that changes one client: it ends with its append and answers nobody, so that the log is
 * not replayed for it. Running services see the change because they follow the log.
 */
export const clientRegistryWithoutReplay: Layer.Layer<ClientRegistry> = Layer.mock(ClientRegistry, {
  awaitPosition: () => Effect.void
});
