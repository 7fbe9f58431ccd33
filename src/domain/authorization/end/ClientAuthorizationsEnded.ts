import * as Schema from "effect/Schema";

/** Every authorization of a deleted client has ended. `count` is the number of active ones. */
export class ClientAuthorizationsEnded extends Schema.TaggedClass<ClientAuthorizationsEnded>()(
  "ClientAuthorizationsEnded.v1",
  { clientId: Schema.String, count: Schema.Int }
) {}
