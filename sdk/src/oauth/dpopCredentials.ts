import { randomText, sha256 } from "../base64Url.ts";
import type { Connection } from "../http/Connection.ts";
import type { Credentials } from "./Credentials.ts";
import { type DpopKey, publicJwk } from "./DpopKey.ts";
import { signJwt } from "./signJwt.ts";

/** The credentials of a public client: `client_id`, and for every request a proof of possession of the key (RFC 9449 section 4). */
export const dpopCredentials = (connection: Connection, clientId: string, key: () => Promise<DpopKey>): Credentials => {
  const proof = async (htu: string, claims: object, htm = "POST"): Promise<string> => {
    const pair = await key();
    const header = { typ: "dpop+jwt", alg: "ES256", jwk: await publicJwk(pair) };
    const common = { jti: randomText(16), htm, htu, iat: connection.seconds(), nonce: connection.nonce() };
    return signJwt(header, { ...common, ...claims }, pair.privateKey);
  };
  return {
    atServer: async (url) => ({ form: { client_id: clientId }, headers: { DPoP: await proof(url, {}) } }),
    atResource: async (url, accessToken, method) => ({
      Authorization: `DPoP ${accessToken}`,
      DPoP: await proof(url, { ath: await sha256(accessToken) }, method)
    })
  };
};
