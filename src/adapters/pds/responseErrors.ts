import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { OutboundResponse } from "../../domain/outbound/OutboundHttp.ts";

const ErrorBody = Schema.parseJson(
  Schema.Struct({ error: Schema.optional(Schema.String), message: Schema.optional(Schema.String) })
);
const decodeBody = Schema.decodeOption(ErrorBody);

/** The error in the body or the challenge of a response. */
export interface ResponseError {
  readonly error: string | null;
  readonly message: string | null;
}

const challengeError = /\berror="([\x20\x21\x23-\x5b\x5d-\x7e]*)"/;

/** Returns the error of a response. OAuth and XRPC use the same member (RFC 6749 section 5.2, RFC 6750 section 3). */
export const responseError = (response: OutboundResponse): ResponseError => {
  const body = Option.getOrElse(decodeBody(response.body), () => ({ error: undefined, message: undefined }));
  const challenge = challengeError.exec(response.headers["www-authenticate"] ?? "");
  return { error: body.error ?? challenge?.[1] ?? null, message: body.message ?? null };
};

/** Whether a server requires the request again with the nonce in its response (RFC 9449 sections 8 and 9). */
export const isNonceChallenge = (response: OutboundResponse): boolean =>
  (response.status === 400 || response.status === 401) &&
  response.headers["dpop-nonce"] !== undefined &&
  responseError(response).error === "use_dpop_nonce";
