import * as Schema from "effect/Schema";

/** The identifier of a registered client: `client_` and 22 base64url characters (128 random bits). */
export const ClientId = Schema.String.pipe(Schema.pattern(/^client_[A-Za-z0-9_-]{22}$/), Schema.brand("ClientId"));
export type ClientId = typeof ClientId.Type;
