import * as Either from "effect/Either";
import * as Option from "effect/Option";
import type { TokenEndpointAuthMethod } from "../../../domain/client/ClientEvent.ts";
import { InvalidTokenRequest, invalidRequest } from "./InvalidTokenRequest.ts";
import type { SentParameters } from "./sentParameters.ts";

/** How a client says who it is. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly method: TokenEndpointAuthMethod;
  readonly secret: string | null;
}

type Read = Either.Either<ClientCredentials, InvalidTokenRequest>;

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

const fromBasic = (header: string, form: SentParameters): Read => {
  if (form.get("client_secret") !== null) return Either.left(invalidRequest("the client proves itself in two ways"));
  return Option.match(decodeBasic(header), {
    onNone: () => refuse("the Authorization header is not Basic with a form-encoded client id and secret"),
    onSome: ([clientId, secret]): Read => {
      const named = form.get("client_id");
      return named === null || named === clientId
        ? Either.right({ clientId, method: "client_secret_basic", secret })
        : Either.left(invalidRequest("client_id is not the client of the Authorization header"));
    }
  });
};

/** Finds who a request to the token endpoint says it is from, by one method only (RFC 6749 section 2.3). */
export const clientCredentials = (authorization: string | null, form: SentParameters): Read => {
  if (form.get("client_assertion") !== null || form.get("client_assertion_type") !== null) {
    return authorization !== null || form.get("client_secret") !== null
      ? Either.left(invalidRequest("the client proves itself in two ways"))
      : refuse("client_assertion is not supported");
  }
  if (authorization !== null) return fromBasic(authorization, form);
  const clientId = form.get("client_id");
  if (clientId === null) return Either.left(invalidRequest("client_id is missing"));
  const secret = form.get("client_secret");
  return Either.right({ clientId, method: secret === null ? "none" : "client_secret_post", secret });
};
