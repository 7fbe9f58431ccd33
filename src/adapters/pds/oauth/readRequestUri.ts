import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { strictJson } from "../../../domain/json/strictJson.ts";
import type { OutboundResponse } from "../../../domain/outbound/OutboundHttp.ts";
import type { UpstreamFailure } from "../../../domain/session/UpstreamAuthorization.ts";
import { failure } from "./upstreamFailure.ts";

/**
 * The `request_uri` of a pushed request (RFC 9126 section 2.2). It must be a URN: from a URL the server would fetch a
 * request object instead of using the pushed request.
 */
const Pushed = strictJson(
  Schema.Struct({
    request_uri: Schema.String.pipe(Schema.pattern(/^urn:[\x21\x23-\x5b\x5d-\x7e]{1,1024}$/i)),
    expires_in: Schema.Number.pipe(Schema.positive(), Schema.lessThanOrEqualTo(86_400))
  })
);
const decode = Schema.decode(Pushed);

/** Returns the `request_uri` in the response to a pushed request. */
export const readRequestUri = ({ body }: OutboundResponse): Effect.Effect<string, UpstreamFailure> =>
  Effect.mapBoth(decode(body), { onFailure: () => failure("malformed"), onSuccess: ({ request_uri }) => request_uri });
