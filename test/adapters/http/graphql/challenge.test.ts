import { extractWWWAuthenticateParams } from "@modelcontextprotocol/sdk/client/auth.js";
import * as oauth from "oauth4webapi";
import { describe, expect, it } from "vitest";
import { anonymousChallenge, challenge } from "../../../../src/adapters/http/graphql/challenge.ts";

const publicUrl = "https://service.example";
const resource_metadata = `${publicUrl}/.well-known/oauth-protected-resource`;
const refusal = (header: string) => new Response(null, { status: 401, headers: { "www-authenticate": header } });

/** What a strict parser reads: schemes in order, each with its parameters. */
const parsed = async (header: string) => {
  const asking = oauth.protectedResourceRequest("token", "GET", new URL(publicUrl), undefined, null, {
    [oauth.customFetch]: async () => refusal(header)
  });
  const refused = await asking.catch((cause: unknown) => cause);
  if (!(refused instanceof oauth.WWWAuthenticateChallengeError)) throw refused;
  return refused.cause.map(({ parameters, scheme }) => ({ scheme, parameters }));
};

describe("WWW-Authenticate", () => {
  it("names both schemes with the error of the token and the URL of the resource metadata", async () => {
    const error = "invalid_token";
    expect(await parsed(challenge(publicUrl, error))).toEqual([
      { scheme: "dpop", parameters: { error, algs: "ES256", resource_metadata } },
      { scheme: "bearer", parameters: { error, resource_metadata } }
    ]);
  });

  it.each(["use_dpop_nonce", "invalid_dpop_proof"] as const)("reports %s only for DPoP", async (error) => {
    expect(await parsed(challenge(publicUrl, error))).toEqual([
      { scheme: "dpop", parameters: { error, algs: "ES256", resource_metadata } },
      { scheme: "bearer", parameters: { resource_metadata } }
    ]);
  });

  it("names no error without credentials, and can be parsed by the MCP client", async () => {
    const header = anonymousChallenge(publicUrl);
    expect(await parsed(header)).toEqual([
      { scheme: "bearer", parameters: { resource_metadata } },
      { scheme: "dpop", parameters: { algs: "ES256", resource_metadata } }
    ]);
    expect(extractWWWAuthenticateParams(refusal(header)).resourceMetadataUrl?.href).toBe(resource_metadata);
  });
});
