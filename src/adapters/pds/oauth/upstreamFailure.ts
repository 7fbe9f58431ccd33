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

// What is wrong is how the service presents itself: its assertion, its proof, its clock. The grant is as good as before.
const refusalReasons: Readonly<Record<string, Reason>> = {
  invalid_grant: "invalid-grant",
  invalid_client: "client-refused",
  unauthorized_client: "client-refused",
  invalid_dpop_proof: "client-refused",
  use_dpop_nonce: "client-refused",
  server_error: "server-error",
  temporarily_unavailable: "server-error"
};

/** The characters of an OAuth error code (RFC 6749 section 5.2), and a length that fits into a log. */
const isErrorCode = (text: string | null): text is string =>
  text !== null && /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,64}$/.test(text);

/** A failure without an answer of the server to name. */
export const failure = (reason: Reason): UpstreamFailure => new UpstreamFailure({ reason, error: null });

/** What no answer, or an unreadable one, means. */
export const upstreamFailureFrom = ({ reason }: OutboundFailure): UpstreamFailure => failure(outboundReasons[reason]);

/** What an answer means whose status is not that of success. */
export const upstreamRefusal = (response: OutboundResponse): UpstreamFailure => {
  const { error: said } = responseError(response);
  const error = isErrorCode(said) ? said : null;
  if (response.status === 429) return new UpstreamFailure({ reason: "rate-limited", error });
  if (response.status >= 500) return new UpstreamFailure({ reason: "server-error", error });
  if (error === null) return failure("malformed");
  return new UpstreamFailure({ reason: refusalReasons[error] ?? "refused", error });
};
