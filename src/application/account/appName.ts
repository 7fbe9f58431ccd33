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
 * Returns the display name of an app: the registered one or, for an app that was deleted or is identified by a URL, the
 * last one in the log. Null when the app never had a name. No network request is made.
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

/** Returns the names of several apps by client id; each is looked up once. */
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
