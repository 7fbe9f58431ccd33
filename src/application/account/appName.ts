import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { isUrlClientId } from "../../domain/client/document/UrlClientId.ts";
import { ClientRegistry } from "../../domain/client/registry/ClientRegistry.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { streamName } from "../../domain/event/StreamName.ts";

const nameIn = ({ data }: Pick<RecordedEvent, "data">): ReadonlyArray<string> =>
  typeof data.name === "string" ? [data.name] : [];

/**
 * What an app calls itself: as it is registered now, or, for one that is no more or that is known by its address, as the log
 * knew it last. Null for one that never said. Nobody else is asked.
 */
export const appName = Effect.fnUntraced(function* (clientId: string) {
  const registry = yield* ClientRegistry;
  const client = yield* Effect.orElseSucceed(registry.get(clientId), Option.none);
  if (Option.isSome(client)) return client.value.name;
  const log = yield* EventLog;
  const history = yield* log.load(
    isUrlClientId(clientId) ? streamName("client-document", sha256Base64Url(clientId)) : streamName("client", clientId)
  );
  return history.flatMap(nameIn).at(-1) ?? null;
});

/** The names of several apps by their ids, each looked up once. */
export const appNames = (clientIds: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(
      new Set(clientIds),
      (clientId) => Effect.map(appName(clientId), (name) => [clientId, name] as const),
      {
        concurrency: 4
      }
    ),
    (names): ReadonlyMap<string, string | null> => new Map(names)
  );
