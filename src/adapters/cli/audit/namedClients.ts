import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { ClientId } from "../../../domain/client/ClientId.ts";
import { ClientRegistry } from "../../../domain/client/registry/ClientRegistry.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { readClient, readClients } from "../clients/readClients.ts";

const readId = Schema.decodeOption(ClientId);

/** The clients that a command names: each is read when it is first needed, and only once. */
export const namedClients: Layer.Layer<ClientRegistry, never, EventLog> = Layer.effect(
  ClientRegistry,
  Effect.gen(function* () {
    const log = yield* EventLog;
    const find = yield* Effect.cachedFunction((clientId: string) =>
      Option.match(readId(clientId), {
        onNone: () => Effect.succeedNone,
        onSome: (id) => Effect.option(Effect.provideService(readClient(id), EventLog, log))
      })
    );
    const list = Effect.orDie(Effect.provideService(readClients(), EventLog, log));
    return ClientRegistry.of({
      get: find,
      list,
      snapshot: Effect.all({ position: Effect.orDie(log.head), clients: list }),
      awaitPosition: () => Effect.void
    });
  })
);
