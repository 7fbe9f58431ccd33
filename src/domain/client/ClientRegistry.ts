import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { EventLogUnavailable } from "../event/EventLog.ts";
import type { RegisteredClient } from "./Client.ts";

/** The clients of this instance: what replaying the log gives, kept current by following it. */
export class ClientRegistry extends Context.Tag("domain/ClientRegistry")<
  ClientRegistry,
  {
    readonly get: (clientId: string) => Effect.Effect<Option.Option<RegisteredClient>>;
    /** In the order of registration. */
    readonly list: Effect.Effect<ReadonlyArray<RegisteredClient>>;
    /** The same with the position that it is of. */
    readonly snapshot: Effect.Effect<{
      readonly position: number;
      readonly clients: ReadonlyArray<RegisteredClient>;
    }>;
    /** Waits until the registry has seen a position, so that who appended reads its own write. */
    readonly awaitPosition: (position: number) => Effect.Effect<void, EventLogUnavailable>;
  }
>() {}
