import { AuthorizationCode } from "simple-oauth2";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../../flows/startService.ts";
import type { Account } from "../../pds/NetworkInfo.ts";
import { withPds } from "../../support/withPds.ts";
import { goThrough } from "./AppHost.ts";
import { redirectUri } from "./appMetadata.ts";
import { viewerBy } from "./viewerBy.ts";

const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

await withPds("simple-oauth2", (network) => {
  let running: TestService;
  let account: Account;

  beforeAll(async () => {
    running = await startService(network);
    account = await network.pdses[0].createAccount({ handle: "simple-oauth2.test" });
  });
  afterAll(() => running?.stop());

  it("signs in, queries, refreshes and revokes as a confidential client without DPoP", async () => {
    const { service } = running;
    const { clientId, clientSecret } = await running.register("confidential", redirectUri);
    const client = new AuthorizationCode({
      client: { id: clientId, secret: clientSecret ?? "" },
      auth: {
        tokenHost: service.reach,
        tokenPath: "/oauth/token",
        revokePath: "/oauth/revoke",
        authorizePath: "/oauth/authorize"
      }
    });
    const state = "the state of simple-oauth2";
    const pkce = { code_challenge: challenge, code_challenge_method: "S256", login_hint: account.handle };
    const link = client.authorizeURL({ redirect_uri: redirectUri, scope: "atproto offline_access", state, ...pkce });
    const returned = await goThrough(service, new URL(link), account, redirectUri);
    expect(returned.searchParams.get("state")).toBe(state);
    const asked = {
      code: returned.searchParams.get("code") ?? "",
      redirect_uri: redirectUri,
      code_verifier: verifier
    };
    const tokens = await client.getToken(asked);
    expect(tokens.token).toMatchObject({ token_type: "Bearer", scope: "atproto", sub: account.did });
    expect((await client.getToken(asked)).token.refresh_token).toBe(tokens.token.refresh_token);
    expect(await viewerBy(service, String(tokens.token.access_token))).toBe(account.did);

    const next = await tokens.refresh();
    expect(await viewerBy(service, String(next.token.access_token))).toBe(account.did);
    await next.revokeAll();
    expect(await viewerBy(service, String(next.token.access_token))).toBeNull();
  });
});
