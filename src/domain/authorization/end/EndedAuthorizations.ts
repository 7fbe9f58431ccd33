import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { EventLogUnavailable } from "../../event/EventLog.ts";

/** Which authorizations ended while access tokens of them may still be about: what makes a revocation effective at once. */
export class EndedAuthorizations extends Context.Tag("domain/EndedAuthorizations")<
  EndedAuthorizations,
  {
    /** Fails when the log says of the authorization what this version cannot read. */
    readonly has: (authorizationId: string) => Effect.Effect<boolean, EventLogUnavailable>;
    /** Waits until this process has seen the log up to a position. */
    readonly awaitPosition: (position: number) => Effect.Effect<void, EventLogUnavailable>;
  }
>() {}
