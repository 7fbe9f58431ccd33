import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { strictJson } from "../../../domain/json/strictJson.ts";
import type { OutboundResponse } from "../../../domain/outbound/OutboundHttp.ts";
import type { UpstreamFailure } from "../../../domain/session/UpstreamAuthorization.ts";
import { failure } from "./upstreamFailure.ts";

/**
 * A reference to what was pushed, good for some time (RFC 9126 section 2.2). It is a URN: an address would be one that
 * the server fetches the request from, and not the request that it was sent.
 */
const Pushed = strictJson(
  Schema.Struct({
    request_uri: Schema.String.pipe(Schema.pattern(/^urn:[\x21\x23-\x5b\x5d-\x7e]{1,1024}$/i)),
    expires_in: Schema.Number.pipe(Schema.positive(), Schema.lessThanOrEqualTo(86_400))
  })
);
const decode = Schema.decode(Pushed);

/** Takes the reference out of the answer to a pushed request. */
export const readRequestUri = ({ body }: OutboundResponse): Effect.Effect<string, UpstreamFailure> =>
  Effect.mapBoth(decode(body), { onFailure: () => failure("malformed"), onSuccess: ({ request_uri }) => request_uri });
