import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { ClientRegistry } from "../../../domain/client/registry/ClientRegistry.ts";
import { RegistryReports } from "../../../domain/client/registry/RegistryReports.ts";
import { forkSupervised } from "../../background/supervise.ts";

/** Reports the registry of this process to a process that compares registries with the log. */
export const layer = Layer.scopedDiscard(
  Effect.gen(function* () {
    const registry = yield* ClientRegistry;
    const { serve } = yield* RegistryReports;
    const report = Effect.map(registry.snapshot, ({ clients, position }) => ({
      position,
      clients: clients.map((client) => ({ ...client }))
    }));
    yield* forkSupervised("report the client registry")(serve(report));
  })
);
