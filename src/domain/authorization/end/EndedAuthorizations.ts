import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { EventLogUnavailable } from "../../event/EventLog.ts";

/**
 * Authorizations that ended while their access tokens have not expired. They make a revocation effective immediately.
 */
export class EndedAuthorizations extends Context.Tag("domain/EndedAuthorizations")<
  EndedAuthorizations,
  {
    /** Fails when the log contains events of the authorization that this version cannot read. */
    readonly has: (authorizationId: string) => Effect.Effect<boolean, EventLogUnavailable>;
    /** Waits until this process has read the log up to a position. */
    readonly awaitPosition: (position: number) => Effect.Effect<void, EventLogUnavailable>;
  }
>() {}
