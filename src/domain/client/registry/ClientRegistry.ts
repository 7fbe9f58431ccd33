import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { EventLogUnavailable } from "../../event/EventLog.ts";
import type { RegisteredClient } from "../Client.ts";

/** The registered clients of this instance, folded from the log and kept current by following it. */
export class ClientRegistry extends Context.Tag("domain/ClientRegistry")<
  ClientRegistry,
  {
    /** Returns a registered client. Fails if the log has an event of the client that this version cannot read. */
    readonly get: (clientId: string) => Effect.Effect<Option.Option<RegisteredClient>, EventLogUnavailable>;
    /** All clients in the order of registration. Fails if the log has an event of any client that cannot be read. */
    readonly list: Effect.Effect<ReadonlyArray<RegisteredClient>, EventLogUnavailable>;
    /** The clients that the registry holds now, and the position of the log that they reflect. */
    readonly snapshot: Effect.Effect<{
      readonly position: number;
      readonly clients: ReadonlyArray<RegisteredClient>;
    }>;
    /** Waits until the registry has reached a position of the log, so that a caller can read its own write. */
    readonly awaitPosition: (position: number) => Effect.Effect<void, EventLogUnavailable>;
  }
>() {}
