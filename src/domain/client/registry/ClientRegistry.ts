import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { EventLogUnavailable } from "../../event/EventLog.ts";
import type { RegisteredClient } from "../Client.ts";

/** The clients of this instance: what replaying the log gives, kept current by following it. */
export class ClientRegistry extends Context.Tag("domain/ClientRegistry")<
  ClientRegistry,
  {
    /** Fails when the log says of the client what this version cannot read. */
    readonly get: (clientId: string) => Effect.Effect<Option.Option<RegisteredClient>, EventLogUnavailable>;
    /** In the order of registration; fails when the log says of any client what this version cannot read. */
    readonly list: Effect.Effect<ReadonlyArray<RegisteredClient>, EventLogUnavailable>;
    /** What is held, with the position that it is of. */
    readonly snapshot: Effect.Effect<{
      readonly position: number;
      readonly clients: ReadonlyArray<RegisteredClient>;
    }>;
    /** Waits until the registry has seen a position, so that who appended reads its own write. */
    readonly awaitPosition: (position: number) => Effect.Effect<void, EventLogUnavailable>;
  }
>() {}
