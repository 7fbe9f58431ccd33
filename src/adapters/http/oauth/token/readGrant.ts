import * as Either from "effect/Either";
import { isCodeVerifier } from "../../../../domain/authorization/request/pkce.ts";
import type { SentParameters } from "../../server/request/sentParameters.ts";
import { InvalidTokenRequest, invalidRequest } from "./InvalidTokenRequest.ts";

/** The grant that a client presents. */
export type Grant =
  | {
      readonly _tag: "Code";
      readonly code: string;
      readonly redirectUri: string | null;
      readonly codeVerifier: string;
    }
  | { readonly _tag: "RefreshToken"; readonly refreshToken: string; readonly scope: string | null };

type Read = Either.Either<Grant, InvalidTokenRequest>;

const missing = (name: string): Read => Either.left(invalidRequest(`${name} is missing`));

const readCode = (form: SentParameters): Read => {
  const code = form.get("code");
  if (code === null) return missing("code");
  const codeVerifier = form.get("code_verifier");
  if (codeVerifier === null) return missing("code_verifier");
  return isCodeVerifier(codeVerifier)
    ? Either.right({ _tag: "Code", code, redirectUri: form.get("redirect_uri"), codeVerifier })
    : Either.left(invalidRequest("code_verifier must be 43 to 128 unreserved characters"));
};

const readRefreshToken = (form: SentParameters): Read => {
  const refreshToken = form.get("refresh_token");
  return refreshToken === null
    ? missing("refresh_token")
    : Either.right({ _tag: "RefreshToken", refreshToken, scope: form.get("scope") });
};

/** The grants of the token endpoint by `grant_type`. */
export const grantReaders: ReadonlyMap<string, (form: SentParameters) => Read> = new Map([
  ["authorization_code", readCode],
  ["refresh_token", readRefreshToken]
]);

/** Parses the grant in a form (RFC 6749 sections 4.1.3 and 6, RFC 7636 section 4.5). */
export const readGrant = (form: SentParameters): Read => {
  const [repeated] = form.repeated;
  if (repeated !== undefined) return Either.left(invalidRequest("a parameter is given more than once"));
  const grantType = form.get("grant_type");
  if (grantType === null) return missing("grant_type");
  const read = grantReaders.get(grantType);
  return read === undefined
    ? Either.left(
        new InvalidTokenRequest({
          error: "unsupported_grant_type",
          description: "grant_type must be authorization_code or refresh_token"
        })
      )
    : read(form);
};
