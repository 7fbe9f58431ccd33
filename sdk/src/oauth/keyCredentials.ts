import { randomText } from "../base64Url.ts";
import type { Connection } from "../http/Connection.ts";
import type { Credentials } from "./Credentials.ts";
import { signJwt } from "./signJwt.ts";

/** The private P-256 key of a confidential client, and the `kid` under which it is published. */
export interface ClientKey {
  readonly privateKey: CryptoKey;
  readonly kid?: string;
}

const type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** The credentials of a confidential client with a key (`private_key_jwt`, RFC 7523 section 2.2). Its tokens are bearer tokens. */
export const keyCredentials = (
  connection: Connection,
  clientId: string,
  key: () => Promise<ClientKey>
): Credentials => ({
  atServer: async () => {
    const { kid, privateKey } = await key();
    const iat = connection.seconds();
    const claims = { iss: clientId, sub: clientId, aud: connection.server, jti: randomText(16), iat, exp: iat + 60 };
    const assertion = await signJwt({ alg: "ES256", typ: "JWT", kid }, claims, privateKey);
    return {
      form: { client_id: clientId, client_assertion_type: type, client_assertion: assertion },
      headers: {}
    };
  },
  atResource: async (_, accessToken) => ({ Authorization: `Bearer ${accessToken}` })
});
