import * as Context from "effect/Context";

/**
 * The base address at which clients reach the service, without a trailing slash: issuer, audience, and base of `htu`.
 */
export class PublicUrl extends Context.Tag("application/PublicUrl")<PublicUrl, string>() {}
