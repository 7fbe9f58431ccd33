import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { redirectUri, registered } from "../../../support/loginThrough.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import { makeDpopKey } from "../../jose/dpopKey.ts";
import {
  ask,
  assertTokenError,
  authorize,
  codeForm,
  location,
  member,
  oauthServer,
  postToken,
  publicLogin,
  redeem,
  refresh,
  tokenProof
} from "./oauthServer.ts";
import { postForm, proofFor, pushForm } from "./pushing.ts";

const paths = ["", "/graphql", "/blobs", "/admin/graphql"];
const encoded = (form: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(
    Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]))
  ).toString();

const foreign = [
  "https://elsewhere.example",
  `${publicUrl}/elsewhere`,
  `${publicUrl}/graphql?a=b`,
  `${publicUrl}/graphql#part`,
  `${publicUrl}.evil.example`,
  "graphql",
  `"><script>`
];

it.layer(oauthServer)("what third-party libraries send", (it) => {
  it.effect("RFC 8707: accepts one resource of this service, or several, at each endpoint", () =>
    Effect.gen(function* () {
      const own = [...paths.map((path) => `${publicUrl}${path}`), `${publicUrl}/`, publicUrl.toUpperCase()];
      const several = own.map((resource) => `&resource=${encodeURIComponent(resource)}`).join("");
      const { client } = yield* registered();
      const key = yield* Effect.promise(makeDpopKey);
      const dpop = yield* proofFor("/oauth/par", key);
      const pushed = yield* postForm("/oauth/par", `${encoded(pushForm(client.clientId))}${several}&resource=`, {
        dpop
      });
      assert.strictEqual(pushed.status, 201, pushed.text);
      const { code, ...login } = yield* publicLogin;
      const proof = yield* tokenProof(login.key);
      const tokens = yield* postToken(`${encoded(codeForm(login.clientId, code))}${several}`, { dpop: proof });
      assert.strictEqual(tokens.status, 200, tokens.text);
      const refreshed = yield* refresh(login.clientId, member(tokens, "refresh_token"), login.key, {
        resource: `${publicUrl}/graphql`
      });
      assert.strictEqual(refreshed.status, 200, refreshed.text);
    })
  );

  it.effect("RFC 8707: refuses every other resource as invalid_target, and uses nothing up", () =>
    Effect.gen(function* () {
      const { client } = yield* registered();
      const key = yield* Effect.promise(makeDpopKey);
      const login = yield* publicLogin;
      for (const resource of foreign) {
        const dpop = yield* proofFor("/oauth/par", key);
        assertTokenError(
          yield* postForm("/oauth/par", pushForm(client.clientId, { resource }), { dpop }),
          400,
          "invalid_target"
        );
        const back = location(yield* authorize({ client_id: client.clientId, resource }));
        assert.strictEqual(back.searchParams.get("error"), "invalid_target");
        assert.include(back.searchParams.get("error_description"), `${publicUrl}/graphql`);
        assert.strictEqual(back.searchParams.get("iss"), publicUrl);
        const refused = yield* redeem(login, { resource });
        assertTokenError(refused, 400, "invalid_target");
        assert.match(member(refused, "error_description"), /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/);
      }
      const mixed = `${encoded(codeForm(login.clientId, login.code))}&resource=${publicUrl}&resource=https://evil.example`;
      assertTokenError(yield* postToken(mixed, { dpop: yield* tokenProof(login.key) }), 400, "invalid_target");
      assert.strictEqual((yield* redeem(login, { resource: publicUrl })).status, 200);
    })
  );

  it.effect("omits openid and offline_access from a scope, and returns the granted scope", () =>
    Effect.gen(function* () {
      const { client } = yield* registered();
      const key = yield* Effect.promise(makeDpopKey);
      const dpop = yield* proofFor("/oauth/par", key);
      const asked = pushForm(client.clientId, { scope: "openid atproto offline_access" });
      const pushed = yield* postForm("/oauth/par", asked, { dpop });
      assert.strictEqual(pushed.status, 201, pushed.text);
      const alone = location(yield* authorize({ client_id: client.clientId, scope: "openid" }));
      assert.strictEqual(alone.searchParams.get("error"), "invalid_scope");
      assert.include(alone.searchParams.get("error_description"), "atproto");
      const login = yield* publicLogin;
      const refreshToken = member(yield* redeem(login), "refresh_token");
      const narrow = yield* refresh(login.clientId, refreshToken, login.key, { scope: "openid atproto" });
      assert.strictEqual(member(narrow, "scope"), "atproto");
      const none = yield* refresh(login.clientId, member(narrow, "refresh_token"), login.key, { scope: "openid" });
      assertTokenError(none, 400, "invalid_scope");
    })
  );

  it.effect("refuses a public client without a key before the user is asked, and accepts all others", () =>
    Effect.gen(function* () {
      const register = (more: Readonly<Record<string, unknown>>) =>
        ask("/oauth/register", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ redirect_uris: [redirectUri], token_endpoint_auth_method: "none", ...more })
        });
      const refused = yield* register({ dpop_bound_access_tokens: false });
      assertTokenError(refused, 400, "invalid_client_metadata");
      assert.match(member(refused, "error_description"), /DPoP.*PUBLIC_BEARER_CLIENTS/);
      const client_id = member(yield* register({}), "client_id");
      const resource = publicUrl;
      const { jkt } = yield* Effect.promise(makeDpopKey);
      const back = location(yield* authorize({ client_id, resource }));
      assert.strictEqual(back.searchParams.get("error"), "unauthorized_client");
      assert.match(back.searchParams.get("error_description") ?? "", /DPoP.*PUBLIC_BEARER_CLIENTS/);
      assert.strictEqual((yield* authorize({ client_id })).status, 200);
      assert.strictEqual((yield* authorize({ client_id, resource, dpop_jkt: jkt })).status, 200);
      const said = member(yield* register({ dpop_bound_access_tokens: true }), "client_id");
      assert.strictEqual((yield* authorize({ client_id: said, resource })).status, 200);
      const server = member(yield* register({ token_endpoint_auth_method: "client_secret_post" }), "client_id");
      assert.strictEqual((yield* authorize({ client_id: server, resource })).status, 200);
    })
  );

  it.effect("responds to a revocation with an empty JSON object", () =>
    Effect.gen(function* () {
      const { client } = yield* registered();
      const revoked = yield* postForm("/oauth/revoke", { token: "unknown", client_id: client.clientId });
      assert.deepStrictEqual([revoked.status, revoked.header("content-type")], [200, "application/json"]);
      assert.deepStrictEqual(JSON.parse(revoked.text), {});
    })
  );

  it.effect(
    "serves the metadata of each resource at its own URL, and that of the server also for OpenID discovery",
    () =>
      Effect.gen(function* () {
        const server = yield* ask("/.well-known/oauth-authorization-server");
        const openid = yield* ask("/.well-known/openid-configuration");
        assert.strictEqual(openid.text, server.text);
        assert.notProperty(JSON.parse(openid.text), "id_token_signing_alg_values_supported");
        for (const path of paths) {
          const answer = yield* ask(`/.well-known/oauth-protected-resource${path}`);
          assert.strictEqual(answer.status, 200, path);
          const { authorization_servers, resource } = JSON.parse(answer.text);
          assert.deepStrictEqual([resource, authorization_servers], [`${publicUrl}${path}`, [publicUrl]]);
          assert.include(JSON.parse(server.text).protected_resources, resource);
        }
      })
  );

  it.effect("responds at other well-known URLs with a cacheable 404, to every origin", () =>
    Effect.gen(function* () {
      const looked = [
        "/.well-known/oauth-authorization-server/graphql",
        "/.well-known/openid-configuration/graphql",
        "/.well-known/oauth-protected-resource/elsewhere",
        "/graphql/.well-known/openid-configuration",
        "/graphql/.well-known/oauth-authorization-server"
      ];
      for (const path of looked) {
        const answer = yield* ask(path, { headers: { origin: "https://client.example" } });
        assert.strictEqual(answer.status, 404, path);
        assert.deepStrictEqual(JSON.parse(answer.text), { error: "not_found" });
        assert.strictEqual(answer.header("cache-control"), "public, max-age=300");
        assert.strictEqual(answer.header("access-control-allow-origin"), "*");
      }
    })
  );
});
