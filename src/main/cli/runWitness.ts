import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { WitnessServer, WitnessServerOptions } from "../../adapters/cli/audit/WitnessServer.ts";
import * as HttpServerNode from "../../adapters/http/server/HttpServerNode.ts";
import { witnessRoutes } from "../../adapters/http/witness/witnessRoutes.ts";
import * as AddressHashesMemory from "../../adapters/memory/stores/AddressHashesMemory.ts";
import * as openWitnessState from "../../adapters/witness/openWitnessState.ts";
import * as Witness from "../../application/witness/Witness.ts";
import { Cosigner } from "../../domain/witness/Cosigner.ts";

/** The variable of the service in the advice of its HTTP server is an option here. */
const inOptions = (message: string): string => message.replace("set HOST", "set --host");

const services = ({ logs, name, statePath }: WitnessServerOptions) =>
  Witness.layer(logs).pipe(Layer.provideMerge(openWitnessState.layer({ path: statePath, name })));

/** Runs a witness with its state in a file: `announce` runs when it listens. */
export const runWitness: WitnessServer["Type"]["run"] = (options, announce) =>
  Effect.gen(function* () {
    const { host, port } = options;
    const server = HttpServerNode.layer({
      host,
      port,
      portSetting: "--port",
      publicUrl: `http://${host}`,
      trustedProxies: 0,
      routes: witnessRoutes
    }).pipe(Layer.provide(AddressHashesMemory.layer));
    const { key } = yield* Cosigner;
    return yield* Effect.flatMap(HttpServerNode.HttpServerNode, (listening) =>
      Effect.zipRight(announce({ key, host: listening.host, port: listening.port }), Effect.never)
    ).pipe(Effect.provide(server));
  }).pipe(
    Effect.provide(services(options)),
    Effect.mapError(({ _tag, message }) => ({ _tag, message: inOptions(message) }))
  );
