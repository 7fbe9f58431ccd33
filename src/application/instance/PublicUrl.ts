import * as Context from "effect/Context";

/** The base address that clients reach the service at, without a trailing slash: issuer, audience, and base of `htu`. */
export class PublicUrl extends Context.Tag("application/PublicUrl")<PublicUrl, string>() {}
