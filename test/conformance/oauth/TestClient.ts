import type { ProofKey } from "./ProofKey.ts";

/** How a client proves itself (RFC 7591 section 2). */
export type AuthMethod = "none" | "client_secret_basic" | "client_secret_post" | "private_key_jwt";

/** A client that the target knows. */
export interface TestClient {
  readonly clientId: string;
  readonly method: AuthMethod;
  readonly secret: string | null;
  /** The key of `private_key_jwt`. */
  readonly key: ProofKey | null;
  /** The first one is used where nothing else is said. */
  readonly redirectUris: ReadonlyArray<string>;
}

/** The parts of a request that prove a client: headers, and members of its form. */
export interface Authentication {
  readonly headers: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
}

/** `application/x-www-form-urlencoded`, as RFC 6749 section 2.3.1 asks of id and secret. */
const formEncode = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1);

export const basicHeader = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${formEncode(id)}:${formEncode(secret)}`).toString("base64")}`;

export const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** The proof that a client is registered for; `now` in seconds since 1970. */
export const authenticationOf = async (client: TestClient, issuer: string, now: number): Promise<Authentication> => {
  const { clientId, key, method, secret } = client;
  switch (method) {
    case "none":
      return { headers: {}, form: { client_id: clientId } };
    case "client_secret_basic":
      return { headers: { authorization: basicHeader(clientId, secret ?? "") }, form: {} };
    case "client_secret_post":
      return { headers: {}, form: { client_id: clientId, client_secret: secret ?? "" } };
    case "private_key_jwt": {
      const assertion = (await key?.assertion(clientId, issuer, { iat: now, exp: now + 60 })) ?? "";
      return {
        headers: {},
        form: { client_id: clientId, client_assertion_type: assertionType, client_assertion: assertion }
      };
    }
  }
};
