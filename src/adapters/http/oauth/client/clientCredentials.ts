import * as Either from "effect/Either";
import * as Option from "effect/Option";
import type { PresentedClient } from "../../../../application/token/authenticateClient.ts";
import type { SentParameters } from "../../server/request/sentParameters.ts";
import { InvalidTokenRequest, invalidRequest } from "../token/InvalidTokenRequest.ts";

type Read = Either.Either<PresentedClient, InvalidTokenRequest>;

const jwtBearer = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

const refuse = (description: string) => Either.left(new InvalidTokenRequest({ error: "invalid_client", description }));

const formDecode = (text: string): Option.Option<string> =>
  Option.liftThrowable((encoded: string) => decodeURIComponent(encoded.replaceAll("+", " ")))(text);

const decodeBasic = (header: string): Option.Option<readonly [id: string, secret: string]> => {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header.trim())?.[1];
  const decoded = encoded === undefined ? "" : Buffer.from(encoded, "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  return colon < 1
    ? Option.none()
    : Option.all([formDecode(decoded.slice(0, colon)), formDecode(decoded.slice(colon + 1))]);
};

const fromBasic = (header: string, form: SentParameters): Read =>
  Option.match(decodeBasic(header), {
    onNone: () => refuse("the Authorization header is not Basic with a form-encoded client id and secret"),
    onSome: ([clientId, secret]): Read => {
      const named = form.get("client_id");
      return named === null || named === clientId
        ? Either.right({ clientId, method: "client_secret_basic", secret, assertion: null })
        : Either.left(invalidRequest("client_id is not the client of the Authorization header"));
    }
  });

const fromAssertion = (form: SentParameters): Read => {
  if (form.get("client_assertion_type") !== jwtBearer) return refuse(`client_assertion_type must be ${jwtBearer}`);
  const assertion = form.get("client_assertion");
  return assertion === null
    ? refuse("client_assertion is missing")
    : Either.right({ clientId: form.get("client_id"), method: "private_key_jwt", secret: null, assertion });
};

/** Parses the client credentials of a request, which must use exactly one method (RFC 6749 section 2.3, RFC 7523 section 2.2). */
export const clientCredentials = (authorization: string | null, form: SentParameters): Read => {
  const secret = form.get("client_secret");
  const byAssertion = form.get("client_assertion") !== null || form.get("client_assertion_type") !== null;
  if ([authorization !== null, secret !== null, byAssertion].filter(Boolean).length > 1) {
    return Either.left(invalidRequest("use exactly one client authentication method"));
  }
  if (byAssertion) return fromAssertion(form);
  if (authorization !== null) return fromBasic(authorization, form);
  const clientId = form.get("client_id");
  if (clientId === null) return Either.left(invalidRequest("client_id is missing"));
  const method = secret === null ? "none" : "client_secret_post";
  return Either.right({ clientId, method, secret, assertion: null });
};
