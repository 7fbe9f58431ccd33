import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import { readCallback } from "../../../../src/adapters/http/browser/readCallback.ts";
import { PdsMemory } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { issueSetupToken, signInWithSetupToken } from "../../../../src/application/admin/setupToken.ts";
import { findClient } from "../../../../src/application/clients/findClient.ts";
import {
  registerDynamicClient,
  replaceRegistration
} from "../../../../src/application/clients/registration/dynamicRegistration.ts";
import { completeLogin } from "../../../../src/application/login/app/completeLogin.ts";
import { startAuthorization } from "../../../../src/application/login/app/startAuthorization.ts";
import { submitConfirmation } from "../../../../src/application/login/app/submitConfirmation.ts";
import { exchangeAuthorizationCode } from "../../../../src/application/token/exchangeAuthorizationCode.ts";
import { AtUri, recordAddress } from "../../../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../../../src/domain/atproto/Cid.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { addressHashIn } from "../../../../src/domain/personal/addressHash.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { DueRepositories } from "../../../../src/domain/sync/backfill/DueRepositories.ts";
import { adminSession } from "../../../support/adminSession.ts";
import {
  approved,
  browserToken,
  codeVerifier,
  parameters,
  publicClient,
  redirectUri,
  registered
} from "../../../support/loginThrough.ts";
import { alice, bob } from "../../../support/memoryService.ts";
import { zipOf } from "../../../support/zip.ts";
import {
  adminBearer,
  adminCookie,
  bearer,
  get,
  graphql,
  graphqlServer,
  graphqlServerOf,
  graphqlServerOfBob,
  post
} from "./graphqlServer.ts";

const path = "/admin/graphql";

/** Asks as bob, an admin who is signed in to the settings. */
const asBob = (query: string, variables: Readonly<Record<string, unknown>> = {}) =>
  Effect.gen(function* () {
    const headers = { ...(yield* adminCookie), "sec-fetch-site": "same-origin" };
    return yield* graphql(query, { path, headers, variables });
  });

const dataOf = (query: string, variables: Readonly<Record<string, unknown>> = {}) =>
  Effect.map(asBob(query, variables), ({ data, errors }) => {
    assert.isUndefined(errors, JSON.stringify(errors));
    return Object(data);
  });

const codeOf = (errors: ReadonlyArray<unknown> | undefined) => Object(Object(errors?.[0]).extensions).code;
const messageOf = (errors: ReadonlyArray<unknown> | undefined) => String(Object(errors?.[0]).message);

const lastEvent = (type: string) =>
  Effect.gen(function* () {
    const log = yield* EventLog;
    return (yield* log.read(0, 10_000)).findLast((event) => event.type === type);
  });

/** Signs bob in to an app that nobody vouched for, which he is asked about. */
const approvedBy = (clientId: string) =>
  Effect.gen(function* () {
    const started = yield* startAuthorization({
      clientId,
      browserToken,
      parameters: { ...parameters, login_hint: bob.handle }
    });
    if (started._tag !== "AskConfirmation") return yield* Effect.dieMessage("nobody was asked");
    const location = yield* submitConfirmation({ confirmation: started.confirmation, allowed: true, browserToken });
    const pds = yield* PdsMemory;
    const { code } = yield* completeLogin({
      ...readCallback(yield* pds.approve(new URL(location), bob.did)),
      browserToken
    });
    return code;
  });

const fields = [
  "{ admins { did } }",
  "{ settings { version } }",
  '{ oauthClient(clientId: "client_x") { clientId } }',
  '{ compareLexicons(zipBase64: "") { digest } }',
  "{ authorizations { nodes { did } } }",
  "{ skippedRecords { nodes { did } } }",
  'mutation { addAdmin(account: "alice.test") { did } }',
  'mutation { removeAdmin(did: "did:plc:x") }',
  'mutation { endAuthorization(authorizationId: "x") }',
  'mutation { endAuthorizationsOf(did: "did:plc:x") }',
  'mutation { resetIndex(confirmation: "app.example") { records } }'
];

it.layer(graphqlServer)("the admin API", (it) => {
  it.effect("refuses anonymous callers, sessions of the setup token, other sites, and other users", () =>
    Effect.gen(function* () {
      const { session } = yield* signInWithSetupToken(yield* issueSetupToken(true));
      const setUp = { cookie: `__Host-tidemark-admin=${Redacted.value(session)}` };
      const own = { "sec-fetch-site": "same-origin" };
      const cookie = yield* adminCookie;
      const log = yield* EventLog;
      const others = yield* bearer(alice);
      const before = yield* log.head;
      for (const query of fields)
        for (const [code, headers] of [
          ["UNAUTHENTICATED", {}],
          ["UNAUTHENTICATED", { ...cookie, "sec-fetch-site": "cross-site" }],
          ["UNAUTHENTICATED", { ...cookie, origin: "https://evil.example" }],
          ["UNAUTHENTICATED", cookie],
          ["FORBIDDEN", { ...setUp, ...own }],
          ["FORBIDDEN", others]
        ] as const) {
          const reply = yield* graphql(query, { path, headers: { ...headers } });
          assert.strictEqual(codeOf(reply.errors), code, `${query} ${JSON.stringify(headers)}`);
        }
      assert.strictEqual(yield* log.head, before);
    })
  );

  it.effect("changes nothing by GET, nor by a body that a form of another site can send", () =>
    Effect.gen(function* () {
      const cookie = yield* adminCookie;
      const query = 'mutation { addAdmin(account: "alice.test") { did } }';
      const byGet = yield* get(`${path}?query=${encodeURIComponent(query)}`, {
        ...cookie,
        "sec-fetch-site": "same-origin"
      });
      assert.strictEqual(byGet.status, 405);
      const body = JSON.stringify({ query });
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
        const answer = yield* post(path, body, { ...cookie, "sec-fetch-site": "same-origin", "content-type": type });
        assert.strictEqual(answer.status, 415, type);
      }
    })
  );

  it.effect("reports to every caller who is signed in, and what a problem means", () =>
    Effect.gen(function* () {
      const query = `{ adminSession { state origin development setUpOpen }
        known: signInProblem(code: "not-admin") unknown: signInProblem(code: "toString") }`;
      const { data, errors } = yield* graphql(query, { path });
      assert.isUndefined(errors);
      const { adminSession: session, known, unknown } = Object(data);
      assert.deepStrictEqual(session, {
        state: "SIGNED_OUT",
        origin: "https://app.example",
        development: true,
        setUpOpen: false
      });
      assert.match(known, /not an admin here/);
      assert.isNull(unknown);
    })
  );
});

it.layer(graphqlServerOfBob)("administration with an access token", (it) => {
  const admins = "{ admins { did } }";
  const refused = (headers: Readonly<Record<string, string>>, query = admins, at = path) =>
    Effect.gen(function* () {
      const { errors } = yield* graphql(query, { path: at, headers });
      assert.strictEqual(codeOf(errors), "FORBIDDEN");
      assert.include(messageOf(errors), "mayAdminister");
    });

  it.effect("requires an account in ADMIN_DIDS and a client that may administer", () =>
    Effect.gen(function* () {
      const query = "{ adminSession { state did expiresAt } admins { did } }";
      const own = yield* graphql(query, { path, headers: yield* adminBearer });
      assert.isUndefined(own.errors);
      assert.deepInclude(Object(own.data).adminSession, { state: "ADMIN", did: bob.did, expiresAt: null });
      yield* refused(yield* bearer(alice, "atproto", true));
      for (const scope of ["atproto", "atproto transition:generic"]) {
        const headers = yield* bearer(bob, scope);
        yield* refused(headers);
        yield* refused(headers, 'mutation { addAdmin(account: "alice.test") { did } }');
        yield* refused(headers, "{ oauthClients { clientId } }", "/graphql");
      }
    })
  );

  it.effect("is granted and withdrawn by an admin, as events, and takes effect with the next request", () =>
    Effect.gen(function* () {
      const create = `mutation { createOAuthClient(clientName: "Deploys", clientType: CONFIDENTIAL, redirectUris: ["${redirectUri}"])
        { clientId mayAdminister } }`;
      const { clientId, mayAdminister } = (yield* dataOf(create)).createOAuthClient;
      assert.isFalse(mayAdminister);
      const { code } = yield* approved(clientId, bob);
      const client = Option.getOrThrow(yield* findClient(clientId));
      const tokens = yield* exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: null });
      const headers = { authorization: `Bearer ${tokens.accessToken}` };
      yield* refused(headers);
      const set =
        "mutation ($id: String!, $may: Boolean) { updateOAuthClient(clientId: $id, mayAdminister: $may) { mayAdminister clientName } }";
      const shown = yield* dataOf(set, { id: clientId, may: true });
      assert.deepStrictEqual(shown.updateOAuthClient, { mayAdminister: true, clientName: "Deploys" });
      const event = yield* lastEvent("ClientAdministrationSet.v1");
      assert.deepStrictEqual(event?.actor, { type: "admin", id: bob.did });
      assert.deepInclude(event?.data, { clientId, mayAdminister: true });
      assert.match(addressHashIn(event?.data ?? {}) ?? "", /^[0-9a-f]{32}$/);
      assert.isUndefined((yield* graphql(admins, { path, headers })).errors);
      yield* dataOf(set, { id: clientId, may: true });
      const again = yield* lastEvent("ClientAdministrationSet.v1");
      assert.strictEqual(again?.position, event?.position, "nothing changed, so nothing is recorded");
      yield* dataOf(
        'mutation ($id: String!) { updateOAuthClient(clientId: $id, clientName: "Renamed") { clientId } }',
        {
          id: clientId
        }
      );
      assert.isUndefined((yield* graphql(admins, { path, headers })).errors, "another change leaves it as it is");
      const { oauthClients } = yield* dataOf("{ oauthClients { clientId mayAdminister } }");
      assert.deepInclude(oauthClients, { clientId, mayAdminister: true });
      yield* dataOf(set, { id: clientId, may: false });
      yield* refused(headers);
    })
  );

  it.effect("is not available to clients that registered themselves, whatever they send or an admin sets", () =>
    Effect.gen(function* () {
      const metadata = {
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "client_secret_basic",
        may_administer: true,
        mayAdminister: true
      };
      const { client, registrationToken } = yield* registerDynamicClient(metadata);
      assert.isFalse(client.mayAdminister);
      const code = yield* approvedBy(client.clientId);
      const tokens = yield* exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: null });
      yield* refused({ authorization: `Bearer ${tokens.accessToken}` });
      const changed = { ...metadata, client_id: client.clientId };
      const replaced = yield* replaceRegistration(client.clientId, registrationToken, changed);
      assert.isFalse(replaced.client.mayAdminister);
      const set = "mutation ($id: String!) { updateOAuthClient(clientId: $id, mayAdminister: true) { clientId } }";
      const { errors } = yield* asBob(set, { id: client.clientId });
      assert.strictEqual(codeOf(errors), "BAD_USER_INPUT");
      assert.include(messageOf(errors), "registered itself");
      yield* refused({ authorization: `Bearer ${tokens.accessToken}` });
    })
  );
});

it.layer(graphqlServer)("the admins", (it) => {
  it.effect("are added, listed and removed, and removal takes effect immediately", () =>
    Effect.gen(function* () {
      yield* dataOf("{ admins { did } }");
      const added = yield* dataOf(
        'mutation { addAdmin(account: "@alice.test") { did handle addedBy addedAt fromConfiguration isYou } }'
      );
      assert.deepInclude(added.addAdmin, {
        did: alice.did,
        handle: alice.handle,
        addedBy: bob.did,
        fromConfiguration: false,
        isYou: false
      });
      const event = yield* lastEvent("AdminAdded.v1");
      assert.deepStrictEqual(event?.actor, { type: "admin", id: bob.did });
      assert.match(addressHashIn(event?.data ?? {}) ?? "", /^[0-9a-f]{32}$/);
      assert.isString(event?.requestId);
      const { admins } = yield* dataOf("{ admins { did isYou } }");
      assert.deepStrictEqual(admins, [
        { did: bob.did, isYou: true },
        { did: alice.did, isYou: false }
      ]);
      const cookie = `__Host-tidemark-admin=${yield* adminSession(alice.did)}`;
      const alices = { cookie, "sec-fetch-site": "same-origin" };
      assert.isUndefined((yield* graphql("{ admins { did } }", { path, headers: alices })).errors);
      assert.deepStrictEqual(yield* dataOf("mutation ($did: String!) { removeAdmin(did: $did) }", alice), {
        removeAdmin: true
      });
      const after = yield* graphql("{ admins { did } }", { path, headers: alices });
      assert.strictEqual(codeOf(after.errors), "UNAUTHENTICATED");
      const last = yield* asBob("mutation ($did: String!) { removeAdmin(did: $did) }", bob);
      assert.strictEqual(codeOf(last.errors), "BAD_USER_INPUT");
      assert.include(messageOf(last.errors), "last owner");
      const unknown = yield* asBob('mutation { addAdmin(account: "nobody.test") { did } }');
      assert.deepStrictEqual(
        [codeOf(unknown.errors), messageOf(unknown.errors)],
        ["NOT_FOUND", "No account has this handle."]
      );
    })
  );

  it.effect("sign out of one browser only", () =>
    Effect.gen(function* () {
      const headers = { ...(yield* adminCookie), "sec-fetch-site": "same-origin" };
      const other = { ...(yield* adminCookie), "sec-fetch-site": "same-origin" };
      assert.deepStrictEqual((yield* graphql("mutation { signOutAdmin }", { path, headers })).data, {
        signOutAdmin: true
      });
      assert.strictEqual(codeOf((yield* graphql("{ admins { did } }", { path, headers })).errors), "UNAUTHENTICATED");
      assert.isUndefined((yield* graphql("{ admins { did } }", { path, headers: other })).errors);
      assert.deepStrictEqual((yield* graphql("mutation { signOutAdmin }", { path })).data, { signOutAdmin: false });
    })
  );
});

it.layer(graphqlServer)("the sign-ins of users", (it) => {
  const page = `query ($did: String, $clientId: String, $state: AuthorizationState, $first: Int!, $after: String) {
    authorizations(did: $did, clientId: $clientId, state: $state, first: $first, after: $after) {
      edges { cursor node { authorizationId did handle clientId clientName endReason endMessage endedAt } }
      pageInfo { hasNextPage endCursor } totalCount
    }
  }`;

  it.effect("are listed page by page, and filtered by user, client and state", () =>
    Effect.gen(function* () {
      const { client } = yield* registered();
      const through = (account: typeof alice) =>
        Effect.gen(function* () {
          const { code } = yield* approved(client.clientId, account);
          yield* exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: "thumbprint" });
        });
      for (const account of [alice, bob, alice]) yield* through(account);
      const { clientId } = client;
      const first = (yield* dataOf(page, { clientId, first: 2 })).authorizations;
      assert.deepStrictEqual(
        first.edges.map(({ node }: { node: { did: string } }) => node.did),
        [alice.did, bob.did]
      );
      assert.deepInclude(first.edges[0].node, { handle: alice.handle, clientName: "An app", endedAt: null });
      assert.isTrue(first.pageInfo.hasNextPage);
      const rest = (yield* dataOf(page, { clientId, first: 2, after: first.pageInfo.endCursor })).authorizations;
      assert.lengthOf(rest.edges, 1);
      assert.isFalse(rest.pageInfo.hasNextPage);
      assert.lengthOf((yield* dataOf(page, { did: bob.did, clientId, first: 50 })).authorizations.edges, 1);

      const { authorizationId } = rest.edges[0].node;
      const end = "mutation ($id: String!) { endAuthorization(authorizationId: $id) }";
      assert.deepStrictEqual(yield* dataOf(end, { id: authorizationId }), { endAuthorization: true });
      assert.deepStrictEqual(yield* dataOf(end, { id: authorizationId }), { endAuthorization: false });
      assert.deepStrictEqual(yield* dataOf(end, { id: "nonsense" }), { endAuthorization: false });
      const event = yield* lastEvent("AuthorizationEnded.v1");
      assert.deepStrictEqual(event?.actor, { type: "admin", id: bob.did });
      assert.match(addressHashIn(event?.data ?? {}) ?? "", /^[0-9a-f]{32}$/);
      const ended = (yield* dataOf(page, { clientId, state: "ENDED", first: 50 })).authorizations.edges;
      assert.deepInclude(ended[0].node, {
        authorizationId,
        endReason: "revoked-by-admin",
        endMessage: "An administrator ended this sign-in."
      });
      assert.lengthOf(ended, 1);

      const endOf =
        "mutation ($did: String, $clientId: String) { endAuthorizationsOf(did: $did, clientId: $clientId) }";
      assert.deepStrictEqual(yield* dataOf(endOf, { did: bob.did, clientId: "client_other" }), {
        endAuthorizationsOf: 0
      });
      assert.deepStrictEqual(yield* dataOf(endOf, { did: bob.did, clientId }), { endAuthorizationsOf: 1 });
      assert.deepStrictEqual(yield* dataOf(endOf, { clientId }), { endAuthorizationsOf: 1 });
      assert.strictEqual(codeOf((yield* asBob(endOf)).errors), "BAD_USER_INPUT");
      assert.lengthOf((yield* dataOf(page, { clientId, state: "ACTIVE", first: 50 })).authorizations.edges, 0);
    })
  );

  it.effect("refuses invalid pages", () =>
    Effect.gen(function* () {
      for (const variables of [{ first: 0 }, { first: 201 }, { first: 1, after: "x" }, { first: 1, after: "-1" }]) {
        const reply = yield* asBob(page, variables);
        assert.strictEqual(codeOf(reply.errors), "BAD_USER_INPUT", JSON.stringify(variables));
      }
    })
  );
});

const note = (properties: object) =>
  JSON.stringify({
    lexicon: 1,
    id: "com.example.note",
    defs: { main: { type: "record", key: "tid", record: { type: "object", properties } } }
  });

const indexedNote = Effect.gen(function* () {
  const uri = AtUri.make(`at://${alice.did}/com.example.note/one`);
  const index = yield* RecordIndex;
  const cid = Cid.make("bafyreihffx5a2e7k5uwrmmgofbvzujc5cmw5h4espouwuxt3liqoflx3ee");
  const indexedAt = "2026-11-27T12:00:00.000Z";
  yield* index.put({ uri, ...recordAddress(uri), cid, rev: null, indexedAt, value: { text: "x" } });
  return uri;
});

it.layer(graphqlServer)("Lexicons, the index and the settings", (it) => {
  const compare = `query ($zip: String!) { compareLexicons(zipBase64: $zip) {
    unchanged added removed changed { id before after } collectionsRemoved { id records } } }`;
  const base64 = (files: Readonly<Record<string, string>>) => zipOf(files).toString("base64");

  it.effect("are compared before anything is replaced", () =>
    Effect.gen(function* () {
      const before = note({ text: { type: "string" } });
      yield* dataOf("mutation ($zip: String!) { uploadLexicons(zipBase64: $zip) }", {
        zip: base64({ "n.json": before })
      });
      yield* indexedNote;
      const same = (yield* dataOf(compare, { zip: base64({ "x/n.json": before }) })).compareLexicons;
      assert.deepStrictEqual(same, { unchanged: true, added: [], removed: [], changed: [], collectionsRemoved: [] });
      const changed = note({ text: { type: "string" }, more: { type: "string" } });
      const next = (yield* dataOf(compare, { zip: base64({ "n.json": changed }) })).compareLexicons;
      assert.deepStrictEqual([next.changed.length, next.changed[0].id, next.removed], [1, "com.example.note", []]);
      assert.deepStrictEqual(JSON.parse(next.changed[0].after), JSON.parse(changed));
      const other = before.replace("com.example.note", "com.example.other");
      const gone = (yield* dataOf(compare, { zip: base64({ "o.json": other }) })).compareLexicons;
      assert.deepInclude(gone, { added: ["com.example.other"], removed: ["com.example.note"], unchanged: false });
      assert.deepStrictEqual(gone.collectionsRemoved, [{ id: "com.example.note", records: 1 }]);
      const faulty = yield* asBob(compare, { zip: base64({ "o.json": "{" }) });
      assert.isNotEmpty(Object(Object(faulty.errors?.[0]).extensions).faults);
      const { lexicons } = yield* dataOf("{ lexicons { id } }");
      assert.deepStrictEqual(lexicons, [{ id: "com.example.note" }]);
    })
  );

  it.effect("are emptied once the host is confirmed, with the number in an event, and all accounts are due again", () =>
    Effect.gen(function* () {
      const { client } = yield* registered();
      yield* approved(client.clientId, alice);
      const due = yield* DueRepositories;
      for (let one = yield* due.claim(60_000); one !== null; one = yield* due.claim(60_000)) yield* due.complete(one);
      const uri = yield* indexedNote;
      const reset = "mutation ($host: String!) { resetIndex(confirmation: $host) { records } }";
      const index = yield* RecordIndex;
      for (const host of ["", "yes", "https://app.example", "APP.EXAMPLE.evil"]) {
        const reply = yield* asBob(reset, { host });
        assert.strictEqual(codeOf(reply.errors), "BAD_USER_INPUT");
        assert.include(messageOf(reply.errors), "app.example");
      }
      assert.isTrue(Option.isSome(yield* index.find(uri)));
      assert.deepStrictEqual(yield* dataOf(reset, { host: "app.example" }), { resetIndex: { records: 1 } });
      assert.isTrue(Option.isNone(yield* index.find(uri)));
      const event = yield* lastEvent("IndexReset.v1");
      assert.strictEqual(event?.actor.id, bob.did);
      assert.hasAllKeys(event?.data, ["records", "ipHash"]);
      assert.strictEqual((yield* due.claim(60_000))?.did, alice.did);
    })
  );

  it.effect("are shown with every URL of the instance", () =>
    Effect.gen(function* () {
      const { settings } = yield* dataOf("{ settings { externalBaseUrl development endpoints { name url } } }");
      assert.strictEqual(settings.externalBaseUrl, "https://app.example");
      assert.deepInclude(settings.endpoints, { name: "GraphQL", url: "https://app.example/graphql" });
    })
  );

  it.effect("are documented as a schema, including the admin API", () =>
    Effect.gen(function* () {
      const schema = yield* get("/admin/schema.graphql");
      assert.deepStrictEqual([schema.status, schema.header("content-type")], [200, "text/plain; charset=utf-8"]);
      assert.include(schema.text, "adminSession: AdminSession!");
    })
  );
});

it.layer(graphqlServer)("many clients", (it) => {
  it.effect("are listed all at once, or by page and name", () =>
    Effect.gen(function* () {
      const ids: Array<string> = [];
      for (const name of ["One", "Two", "Twofold"]) {
        const { client } = yield* registered({ ...publicClient, name });
        ids.push(client.clientId);
      }
      const listed = (args: string) =>
        Effect.map(dataOf(`{ oauthClients${args} { clientName } }`), ({ oauthClients }) =>
          oauthClients.map(({ clientName }: { clientName: string }) => clientName).join()
        );
      assert.strictEqual(yield* listed(""), "One,Two,Twofold");
      assert.strictEqual(yield* listed("(first: 2)"), "One,Two");
      assert.strictEqual(yield* listed(`(first: 2, after: "${ids[1]}")`), "Twofold");
      assert.strictEqual(yield* listed('(search: "tWo")'), "Two,Twofold");
      assert.strictEqual(yield* listed(`(search: "${ids[0]}")`), "One");
      assert.strictEqual(yield* listed('(after: "client_nobody")'), "");
      const one = yield* dataOf("query ($id: String!) { oauthClient(clientId: $id) { clientName } }", { id: ids[0] });
      assert.deepStrictEqual(one, { oauthClient: { clientName: "One" } });
      assert.deepStrictEqual(yield* dataOf('{ oauthClient(clientId: "x") { clientName } }'), { oauthClient: null });
    })
  );
});

it.effect("an account in ADMIN_DIDS cannot be removed here, and the message explains where it is set", () =>
  Effect.gen(function* () {
    const reply = yield* asBob("mutation ($did: String!) { removeAdmin(did: $did) }", alice);
    assert.include(messageOf(reply.errors), "ADMIN_DIDS");
    const { admins } = yield* dataOf("{ admins { did fromConfiguration } }");
    assert.deepInclude(admins, { did: alice.did, fromConfiguration: true });
  }).pipe(Effect.provide(graphqlServerOf([alice.did])))
);

it.effect("The first steps are computed from the state of the instance", () =>
  Effect.gen(function* () {
    const query = "{ firstSteps { step isDone } }";
    const done = Effect.map(dataOf(query), ({ firstSteps }) =>
      [...firstSteps].filter(({ isDone }) => isDone === true).map(({ step }) => step)
    );
    const before = yield* done;
    yield* registered();
    assert.sameMembers(yield* done, [...before, "REGISTER_CLIENT"]);
  }).pipe(Effect.provide(graphqlServer))
);
