import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { ClientRegistry } from "../../../domain/client/registry/ClientRegistry.ts";

/**
 * The registry for a command that changes one client. The command ends with its append and serves no request, so the log
 * is not replayed for it. Running services follow the log and see the change.
 */
export const clientRegistryWithoutReplay: Layer.Layer<ClientRegistry> = Layer.mock(ClientRegistry, {
  awaitPosition: () => Effect.void
});
