import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as TestClock from "effect/TestClock";
import { revokeOldSecret } from "../../../../src/application/clients/registration/revokeOldSecret.ts";
import { rotateClientSecret } from "../../../../src/application/clients/registration/rotateClientSecret.ts";
import { ClientId } from "../../../../src/domain/client/ClientId.ts";
import { makeDpopKey } from "../../jose/dpopKey.ts";
import {
  assertTokenError,
  basic,
  codeForm,
  confidentialLogin,
  member,
  oauthServer,
  postClient,
  postToken,
  publicLogin,
  refreshForm,
  tokenProof
} from "./oauthServer.ts";

const operator = { _tag: "Operator" } as const;

it.layer(oauthServer)("/oauth/token, client secrets", (it) => {
  it.effect(
    "CA-01, CA-03 accepts the secret in the header or the form, and returns Bearer tokens without a proof",
    () =>
      Effect.gen(function* () {
        const inHeader = yield* confidentialLogin();
        const answer = yield* postToken(codeForm(inHeader.clientId, inHeader.code), {
          authorization: basic(inHeader.clientId, inHeader.secret)
        });
        assert.deepStrictEqual([answer.status, member(answer, "token_type")], [200, "Bearer"]);
        const inForm = yield* confidentialLogin(postClient);
        const form = codeForm(inForm.clientId, inForm.code);
        assertTokenError(yield* postToken({ ...form, client_secret: "wrong" }), 401, "invalid_client");
        assert.strictEqual((yield* postToken({ ...form, client_secret: inForm.secret })).status, 200);
      })
  );

  it.effect("binds the tokens of a confidential client if it sends a proof", () =>
    Effect.gen(function* () {
      const login = yield* confidentialLogin();
      const key = yield* Effect.promise(makeDpopKey);
      const authorization = basic(login.clientId, login.secret);
      const first = yield* postToken(codeForm(login.clientId, login.code), {
        authorization,
        dpop: yield* tokenProof(key)
      });
      assert.strictEqual(member(first, "token_type"), "DPoP");
      const form = refreshForm(login.clientId, member(first, "refresh_token"));
      assertTokenError(yield* postToken(form, { authorization }), 400, "invalid_grant");
      assert.strictEqual((yield* postToken(form, { authorization, dpop: yield* tokenProof(key) })).status, 200);
    })
  );

  it.effect("CA-02 responds the same to a wrong secret and an unknown client, and names Basic if it was used", () =>
    Effect.gen(function* () {
      const { clientId, code } = yield* confidentialLogin();
      const form = { ...codeForm(clientId, code), client_id: undefined };
      const wrong = yield* postToken(form, { authorization: basic(clientId, "wrong") });
      const unknown = yield* postToken(form, { authorization: basic("client_AAAAAAAAAAAAAAAAAAAAAA", "wrong") });
      for (const answer of [wrong, unknown]) {
        assertTokenError(answer, 401, "invalid_client");
        assert.match(answer.header("www-authenticate") ?? "", /^Basic /);
      }
      assert.strictEqual(wrong.text, unknown.text);
      const noHeader = yield* postToken(codeForm("client_AAAAAAAAAAAAAAAAAAAAAA", code));
      assertTokenError(noHeader, 401, "invalid_client");
      assert.isNull(noHeader.header("www-authenticate"));
    })
  );

  it.effect("CA-04, CA-05 refuses two methods, and every method except the registered one", () =>
    Effect.gen(function* () {
      const basicOne = yield* confidentialLogin();
      const postOne = yield* confidentialLogin(postClient);
      const publicOne = yield* publicLogin;
      const authorization = basic(basicOne.clientId, basicOne.secret);
      const basicForm = codeForm(basicOne.clientId, basicOne.code);
      const assertion = {
        client_assertion: "a.b.c",
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
      };
      const secret = basicOne.secret;
      const cases: ReadonlyArray<readonly [Record<string, string>, Record<string, string>, number, string]> = [
        [{ ...basicForm, client_secret: secret }, { authorization }, 400, "invalid_request"],
        [{ ...basicForm, ...assertion }, { authorization }, 400, "invalid_request"],
        [{ ...basicForm, ...assertion, client_secret: secret }, {}, 400, "invalid_request"],
        [{ ...basicForm, client_id: publicOne.clientId }, { authorization }, 400, "invalid_request"],
        [{ ...basicForm, ...assertion }, {}, 401, "invalid_client"],
        [basicForm, {}, 401, "invalid_client"],
        [{ ...basicForm, client_secret: secret }, {}, 401, "invalid_client"],
        [
          codeForm(postOne.clientId, postOne.code),
          { authorization: basic(postOne.clientId, postOne.secret) },
          401,
          "invalid_client"
        ],
        [{ ...codeForm(publicOne.clientId, publicOne.code), client_secret: "x" }, {}, 401, "invalid_client"],
        [
          codeForm(publicOne.clientId, publicOne.code),
          { authorization: basic(publicOne.clientId, "") },
          401,
          "invalid_client"
        ],
        [basicForm, { authorization: "Bearer abc" }, 401, "invalid_client"],
        [basicForm, { authorization: "Basic !!!" }, 401, "invalid_client"],
        [basicForm, { authorization: `Basic ${Buffer.from("no colon").toString("base64")}` }, 401, "invalid_client"],
        [
          basicForm,
          { authorization: `Basic ${Buffer.from(`${basicOne.clientId}:%zz`).toString("base64")}` },
          401,
          "invalid_client"
        ]
      ];
      for (const [form, headers, status, error] of cases) {
        assertTokenError(yield* postToken(form, headers), status, error);
      }
    })
  );

  it.effect("accepts both secrets while one is rotated, and neither the revoked nor the expired one", () =>
    Effect.gen(function* () {
      const status = (form: Record<string, string>, clientId: string, secret: string) =>
        Effect.map(postToken(form, { authorization: basic(clientId, secret) }), (answer) => answer.status);
      const login = yield* confidentialLogin();
      const clientId = ClientId.make(login.clientId);
      const first = yield* postToken(codeForm(clientId, login.code), { authorization: basic(clientId, login.secret) });
      const form = refreshForm(clientId, member(first, "refresh_token"));
      const second = Redacted.value((yield* rotateClientSecret(clientId, operator, 1)).secret);
      assert.strictEqual(yield* status(form, clientId, login.secret), 200);
      assert.strictEqual(yield* status(form, clientId, second), 200);
      assert.strictEqual(yield* status(form, clientId, "wrong"), 401);

      yield* revokeOldSecret(clientId, operator);
      assert.strictEqual(yield* status(form, clientId, login.secret), 401);
      const third = Redacted.value((yield* rotateClientSecret(clientId, operator, 1)).secret);
      assert.strictEqual(yield* status(form, clientId, second), 200);
      yield* TestClock.adjust("1 hour");
      assert.strictEqual(yield* status(form, clientId, second), 401);
      assert.notStrictEqual(yield* status(form, clientId, third), 401);
    })
  );
});
