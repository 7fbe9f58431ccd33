import * as Schema from "effect/Schema";
import { Did } from "../../domain/atproto/Did.ts";

/** The response of the token endpoint (RFC 6749 section 5.1). `expiresIn` in seconds. */
export const TokenReply = Schema.Struct({
  accessToken: Schema.String,
  tokenType: Schema.Literal("DPoP", "Bearer"),
  expiresIn: Schema.Int,
  refreshToken: Schema.String,
  scope: Schema.String,
  sub: Did
});
export type TokenReply = typeof TokenReply.Type;
