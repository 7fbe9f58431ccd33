import * as Schema from "effect/Schema";

/** Every authorization of a client that was deleted has ended; so many were still going on. */
export class ClientAuthorizationsEnded extends Schema.TaggedClass<ClientAuthorizationsEnded>()(
  "ClientAuthorizationsEnded.v1",
  { clientId: Schema.String, count: Schema.Int }
) {}
