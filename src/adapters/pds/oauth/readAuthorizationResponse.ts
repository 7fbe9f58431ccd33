import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as oauth from "oauth4webapi";
import type { AuthorizationResponse } from "../../../domain/session/AuthorizationResponse.ts";
import type { UpstreamFailure, UpstreamReturn } from "../../../domain/session/UpstreamAuthorization.ts";
import { failure } from "./upstreamFailure.ts";

const denied = (error: unknown): Effect.Effect<UpstreamReturn, UpstreamFailure> =>
  error instanceof oauth.AuthorizationResponseError && /^[a-z_]{1,64}$/.test(error.error)
    ? Effect.succeed({ _tag: "Denied", error: error.error })
    : failure("malformed");

const named = ({ code, error, errorDescription, iss, state }: AuthorizationResponse) =>
  Object.entries({ code, error, error_description: errorDescription, iss, state }).filter(
    (entry): entry is [string, string] => entry[1] !== null
  );

/** Validates the response of a PDS with the library, as the code exchange requires. */
export const validateResponse = (
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  parameters: AuthorizationResponse,
  state: string
): URLSearchParams => oauth.validateAuthResponse(server, client, new URLSearchParams(named(parameters)), state);

/** Reads the response of a PDS: `iss` and `state` first (RFC 9207), then a code or an error. */
export const readAuthorizationResponse = (
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  parameters: AuthorizationResponse,
  state: string
): Effect.Effect<UpstreamReturn, UpstreamFailure> => {
  const { code, foreign, repeated } = parameters;
  const isFromServer = parameters.iss === server.issuer && parameters.state === state;
  if (!isFromServer || repeated.includes("iss") || repeated.includes("state"))
    return Effect.fail(failure("issuer-mismatch"));
  if (repeated.length > 0 || foreign.length > 0) return Effect.fail(failure("malformed"));
  return Effect.try(() => validateResponse(server, client, parameters, state)).pipe(
    Effect.matchEffect({
      onFailure: ({ error }) => denied(error),
      onSuccess: (): Effect.Effect<UpstreamReturn, UpstreamFailure> =>
        code === null || code === ""
          ? failure("malformed")
          : Effect.succeed({ _tag: "Approved", code: Redacted.make(code) })
    })
  );
};
