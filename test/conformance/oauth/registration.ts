import { expectStatus } from "./expectations.ts";
import type { Answer, Sent } from "./HttpWire.ts";
import { memberOf } from "./json.ts";
import { ProofKey } from "./ProofKey.ts";
import { type Target, textOf } from "./Target.ts";
import type { AuthMethod, TestClient } from "./TestClient.ts";

export const jsonType = { "content-type": "application/json" };

/** Posts a registration (RFC 7591 section 3.1), as it is said. */
export const register = (target: Target, metadata: unknown, sent: Sent = {}): Promise<Answer> =>
  target.send(target.endpoint("registration_endpoint"), {
    method: "POST",
    ...sent,
    headers: { ...jsonType, ...sent.headers },
    body: typeof metadata === "string" ? metadata : JSON.stringify(metadata)
  });

export const webCallback = "https://client.example/callback";

/** A client that registered itself, with what it manages its registration by (RFC 7592). */
export interface SelfRegistered extends TestClient {
  readonly registrationUri: string;
  readonly registrationToken: string;
}

export const registeredBy = (answer: Answer, method: AuthMethod, key: ProofKey | null): SelfRegistered => {
  expectStatus(answer, 201);
  const secret = memberOf(answer.text, "client_secret");
  return {
    clientId: textOf(answer, "client_id"),
    method,
    secret: typeof secret === "string" ? secret : null,
    key,
    redirectUris: [webCallback],
    registrationUri: String(memberOf(answer.text, "registration_client_uri") ?? ""),
    registrationToken: String(memberOf(answer.text, "registration_access_token") ?? "")
  };
};

/** Registers a client that proves itself by this method. */
export const selfRegister = async (
  target: Target,
  method: AuthMethod,
  more: Readonly<Record<string, unknown>> = {}
): Promise<SelfRegistered> => {
  const key = method === "private_key_jwt" ? await ProofKey.make() : null;
  const metadata = {
    client_name: `Conformance, ${method}`,
    redirect_uris: [webCallback],
    scope: "atproto transition:generic",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: method,
    ...(key !== null && { jwks: { keys: [key.registered] } }),
    ...more
  };
  return registeredBy(await register(target, metadata), method, key);
};
