import { generators, Issuer } from "openid-client-5";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../../flows/startService.ts";
import type { Account } from "../../pds/NetworkInfo.ts";
import { withPds } from "../../support/withPds.ts";
import { goThrough } from "./AppHost.ts";
import { redirectUri } from "./appMetadata.ts";
import { viewerBy } from "./viewerBy.ts";

await withPds("openid-client 5", (network) => {
  let running: TestService;
  let account: Account;

  beforeAll(async () => {
    running = await startService(network);
    account = await network.pdses[0].createAccount({ handle: "openid-client-5.test" });
  });
  afterAll(() => running?.stop());

  it("discovers the server by its URL, and signs in with the library's default scope", async () => {
    const { service } = running;
    const issuer = await Issuer.discover(service.publicUrl);
    expect(issuer.metadata.issuer).toBe(service.publicUrl);
    const { clientId, clientSecret } = await running.register("confidential", redirectUri);
    const client = new issuer.Client({
      client_id: clientId,
      client_secret: clientSecret ?? "",
      redirect_uris: [redirectUri],
      response_types: ["code"]
    });
    const codeVerifier = generators.codeVerifier();
    const state = generators.state();
    const link = client.authorizationUrl({
      scope: "openid atproto offline_access",
      resource: [service.publicUrl, `${service.publicUrl}/graphql`],
      code_challenge: generators.codeChallenge(codeVerifier),
      code_challenge_method: "S256",
      state,
      login_hint: account.handle
    });
    const returned = await goThrough(service, new URL(link), account, redirectUri);
    const parameters = client.callbackParams(returned.href);
    const checks = { code_verifier: codeVerifier, state, response_type: "code" };
    const tokens = await client.oauthCallback(redirectUri, parameters, checks);
    expect(tokens).toMatchObject({ token_type: "Bearer", scope: "atproto" });
    expect(await viewerBy(service, tokens.access_token ?? "")).toBe(account.did);
    const next = await client.refresh(tokens.refresh_token ?? "");
    expect(await client.introspect(next.access_token ?? "")).toMatchObject({ active: true, sub: account.did });
    await client.revoke(next.refresh_token ?? "");
    expect(await viewerBy(service, next.access_token ?? "")).toBeNull();
  });
});
