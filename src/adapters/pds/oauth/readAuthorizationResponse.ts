import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as oauth from "oauth4webapi";
import type { UpstreamFailure, UpstreamReturn } from "../../../domain/session/UpstreamAuthorization.ts";
import { failure } from "./upstreamFailure.ts";

const denied = (error: unknown): Effect.Effect<UpstreamReturn, UpstreamFailure> =>
  error instanceof oauth.AuthorizationResponseError && /^[a-z_]{1,64}$/.test(error.error)
    ? Effect.succeed({ _tag: "Denied", error: error.error })
    : failure("malformed");

const isOnly = (values: ReadonlyArray<string>, expected: string): boolean =>
  values.length === 1 && values[0] === expected;

/** Reads the parameters of a redirect from a PDS: `iss` and `state` first (RFC 9207), then a code or an error. */
export const readAuthorizationResponse = (
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  parameters: URLSearchParams,
  state: string
): Effect.Effect<UpstreamReturn, UpstreamFailure> => {
  const isFromServer = isOnly(parameters.getAll("iss"), server.issuer) && isOnly(parameters.getAll("state"), state);
  if (!isFromServer) return Effect.fail(failure("issuer-mismatch"));
  return Effect.try(() => oauth.validateAuthResponse(server, client, parameters, state)).pipe(
    Effect.map((checked) => checked.getAll("code")),
    Effect.matchEffect({
      onFailure: ({ error }) => denied(error),
      onSuccess: ([code, ...others]): Effect.Effect<UpstreamReturn, UpstreamFailure> =>
        code === undefined || code === "" || others.length > 0
          ? failure("malformed")
          : Effect.succeed({ _tag: "Approved", code: Redacted.make(code) })
    })
  );
};
