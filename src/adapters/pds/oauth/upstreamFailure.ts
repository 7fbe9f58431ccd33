import type { OutboundFailure, OutboundResponse } from "../../../domain/outbound/OutboundHttp.ts";
import { UpstreamFailure } from "../../../domain/session/UpstreamAuthorization.ts";
import { responseError } from "../responseErrors.ts";

type Reason = UpstreamFailure["reason"];

const outboundReasons: Record<OutboundFailure["reason"], Reason> = {
  "address-refused": "address-refused",
  busy: "rate-limited",
  unreachable: "unreachable",
  timeout: "timeout",
  "too-large": "malformed",
  "redirect-refused": "malformed",
  malformed: "malformed"
};

// The fault is the authentication of the service: its assertion, its proof or its clock. The grant is still valid.
const refusalReasons: Readonly<Record<string, Reason>> = {
  invalid_grant: "invalid-grant",
  invalid_client: "client-refused",
  unauthorized_client: "client-refused",
  invalid_dpop_proof: "client-refused",
  use_dpop_nonce: "client-refused",
  server_error: "server-error",
  temporarily_unavailable: "server-error"
};

/** An OAuth error code (RFC 6749 section 5.2) of limited length. */
const isErrorCode = (text: string | null): text is string =>
  text !== null && /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,64}$/.test(text);

/** Returns a failure without a response. */
export const failure = (reason: Reason): UpstreamFailure => new UpstreamFailure({ reason, error: null });

/** Converts a missing or unreadable response to a failure. */
export const upstreamFailureFrom = ({ reason }: OutboundFailure): UpstreamFailure => failure(outboundReasons[reason]);

/** Converts a response with an error status to a failure. */
export const upstreamRefusal = (response: OutboundResponse): UpstreamFailure => {
  const { error: said } = responseError(response);
  const error = isErrorCode(said) ? said : null;
  if (response.status === 429) return new UpstreamFailure({ reason: "rate-limited", error });
  if (response.status >= 500) return new UpstreamFailure({ reason: "server-error", error });
  if (error === null) return failure("malformed");
  return new UpstreamFailure({ reason: refusalReasons[error] ?? "refused", error });
};
