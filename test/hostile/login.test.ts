import type { ServerResponse } from "node:http";
import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { decodeProtectedHeader } from "jose";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { resourceMetadata, resourcePath } from "../adapters/pds/pretender.ts";
import { publicUrl } from "../support/memoryService.ts";
import { json } from "../support/scriptedServer.ts";
import { accountCases } from "./accountCases.ts";
import type { Case } from "./Case.ts";
import { checkCases } from "./checkCases.ts";
import { completeLogin, eventsOf, type Walk } from "./completeLogin.ts";
import { hostilePds, marker } from "./HostilePds.ts";
import { hostileService, Watch } from "./hostileService.ts";
import { metadataCases } from "./metadataCases.ts";
import { pushCases } from "./pushCases.ts";
import { returnCases } from "./returnCases.ts";
import { tokenCases } from "./tokenCases.ts";
import { unusualButValid } from "./unusualButValid.ts";

/** The security check that a step is about. */
const checks: Readonly<Record<Case["step"], string>> = {
  account: "CL-02",
  metadata: "CL-03",
  push: "CL-09",
  return: "CL-04",
  tokens: "CL-06",
  check: "CL-05"
};

const cases = [...accountCases, ...metadataCases, ...pushCases, ...returnCases, ...tokenCases, ...checkCases];

/** Milliseconds that the person and the app wait at most, for each of the two steps. */
const patience = 10_000;

const assertShown = ({ last }: Walk, { shows }: Case) => {
  if (typeof shows === "number") {
    assert.strictEqual(last.status, shows, last.text);
    return assert.isNull(last.header("location"));
  }
  const to = new URL(last.header("location") ?? assert.fail(last.text));
  assert.strictEqual(to.searchParams.get("error"), shows, to.href);
  assert.strictEqual(to.searchParams.get("state"), "the app's state");
  assert.strictEqual(to.searchParams.get("iss"), publicUrl);
  assert.isNull(to.searchParams.get("code"));
};

const assertDiscreet = ({ answers }: Walk) => {
  for (const answer of answers) {
    const seen = `${answer.text} ${answer.header("location")}`;
    assert.notInclude(decodeURIComponent(seen.replaceAll("%", "%25")), marker);
    assert.notInclude(seen, encodeURIComponent(marker));
  }
};

/** The rows of the vault that sessions have which were opened, by logins without a fault. */
const openedSessions = Effect.gen(function* () {
  const log = yield* EventLog;
  const opened = (yield* log.read(0, 100_000)).filter(({ type }) => type === "SessionEstablished.v1");
  return new Set(opened.map(({ data }) => `session/${data.sessionId}`));
});

const assertNothingLeft = (walk: Walk, { event: [reason, detail] }: Case) =>
  Effect.gen(function* () {
    const events = yield* eventsOf(walk.authorizationId);
    const ends = events.filter(({ type }) => type === "LoginFailed.v1");
    assert.deepStrictEqual(
      ends.map(({ data }) => [data.reason, data.detail ?? null]),
      [[reason, detail]]
    );
    for (const type of ["SessionEstablished.v1", "LoginCompleted.v1", "CodeIssued.v1"]) {
      assert.isFalse(
        events.some((event) => event.type === type),
        type
      );
    }
    assert.notInclude(JSON.stringify(events), marker);
    const { sockets, vaultRows } = yield* Watch;
    assert.deepStrictEqual(
      [...vaultRows].filter((row) => row.includes(walk.authorizationId)),
      []
    );
    const sessions = yield* openedSessions;
    assert.deepStrictEqual(
      [...vaultRows].filter((row) => row.startsWith("session/") && !sessions.has(row)),
      []
    );
    assert.deepStrictEqual(
      sockets.dialled.filter((address) => !address.startsWith("127.")),
      []
    );
  });

const run = (each: Case) =>
  Effect.gen(function* () {
    const { honest } = yield* Watch;
    const pds = yield* hostilePds(each.does, honest);
    const begun = Date.now();
    const walk = yield* completeLogin(pds, each);
    assert.isBelow(Date.now() - begun, patience);
    assertShown(walk, each);
    assertDiscreet(walk);
    yield* assertNothingLeft(walk, each);
    // What is wrong with a return shows before its code is sent anywhere.
    if (each.step === "return") assert.isFalse(pds.requests.some(({ path }) => path === "/token"));
    if (each.givenBack !== true) return;
    const revoked = pds.requests.filter(({ path }) => path === "/revoke").map(({ body }) => new URLSearchParams(body));
    assert.deepStrictEqual(
      revoked.map((form) => form.get("token")),
      [`refresh-${marker}`]
    );
  });

layer(hostileService, { excludeTestServices: true })("a login at a PDS with", (it) => {
  it("at least 150 different faults", () => {
    assert.isAtLeast(new Set(cases.map(({ name }) => name)).size, 150);
    assert.strictEqual(new Set(cases.map(({ name }) => name)).size, cases.length);
  });

  it.scoped("no fault gets a code, also after failed logins", () =>
    Effect.gen(function* () {
      const pds = yield* hostilePds();
      const { authorizationId, last } = yield* completeLogin(pds);
      assert.isString(new URL(last.header("location") ?? assert.fail(last.text)).searchParams.get("code"));
      const types = (yield* eventsOf(authorizationId)).map(({ type }) => type);
      assert.includeMembers(types, ["SessionEstablished.v1", "CodeIssued.v1"]);
      const { vaultRows } = yield* Watch;
      assert.deepStrictEqual(
        [...vaultRows].filter((row) => row.includes(authorizationId)),
        []
      );
    })
  );

  for (const [name, does] of Object.entries(unusualButValid)) {
    it.scoped(`${name} gets a code nevertheless`, () =>
      Effect.gen(function* () {
        const { last } = yield* completeLogin(yield* hostilePds(does));
        assert.isString(new URL(last.header("location") ?? assert.fail(last.text)).searchParams.get("code"));
      })
    );
  }

  it.scoped("no fault gets a code if only the server was entered, or only an authorization server", () =>
    Effect.gen(function* () {
      const issuerOnly = { [resourcePath]: (response: ServerResponse) => response.writeHead(404).end() };
      const named = yield* hostilePds();
      const atPds = yield* completeLogin(named, { hint: "server" });
      assert.isString(new URL(atPds.last.header("location") ?? "").searchParams.get("code"));
      assert.isFalse(named.pushed().has("login_hint"));
      const started = (yield* eventsOf(atPds.authorizationId)).find(({ type }) => type === "UpstreamLoginStarted.v1");
      assert.isNull(started?.data.did);
      // The account lives at the PDS that says so; this one only signs people in.
      const issuer = yield* hostilePds(issuerOnly);
      const back = yield* completeLogin(issuer, { hint: "server" });
      const to = new URL(back.last.header("location") ?? "");
      assert.strictEqual(to.searchParams.get("error"), "server_error");
      const resource = (response: ServerResponse) => json(response, resourceMetadata(issuer.url));
      const again = yield* completeLogin(issuer, { hint: "server", later: { [resourcePath]: resource } });
      assert.isString(new URL(again.last.header("location") ?? "").searchParams.get("code"));
    })
  );

  it.scoped("CL-07 no state, PKCE verifier or key is shared by two logins", () =>
    Effect.gen(function* () {
      const pds = yield* hostilePds();
      for (let login = 0; login < 5; login += 1) yield* completeLogin(pds);
      const posts = pds.requests.filter(({ path }) => path === "/par");
      const forms = posts.map(({ body }) => new URLSearchParams(body));
      const states = forms.map((form) => form.get("state") ?? "");
      const challenges = forms.map((form) => form.get("code_challenge") ?? "");
      const keys = posts.map(({ headers }) => JSON.stringify(decodeProtectedHeader(String(headers.dpop)).jwk));
      for (const values of [states, challenges, keys]) {
        assert.strictEqual(new Set(values).size, 5);
        for (const value of values) assert.isAtLeast(value.length, 43);
      }
      const tokens = pds.requests.filter(({ path }) => path === "/token");
      const redeemed = tokens.map(({ headers }) => JSON.stringify(decodeProtectedHeader(String(headers.dpop)).jwk));
      assert.deepStrictEqual(redeemed, keys);
    })
  );

  it.scoped("CL-13 another login of the same account does not affect the first session", () =>
    Effect.gen(function* () {
      const pds = yield* hostilePds();
      const { vaultRows } = yield* Watch;
      const sessions: Array<string> = [];
      for (let login = 0; login < 3; login += 1) {
        const { authorizationId } = yield* completeLogin(pds);
        const opened = (yield* eventsOf(authorizationId)).find(({ type }) => type === "SessionEstablished.v1");
        sessions.push(`session/${opened?.data.sessionId}`);
      }
      assert.strictEqual(new Set(sessions).size, 3);
      for (const session of sessions) assert.isTrue(vaultRows.has(session));
      assert.isFalse(pds.requests.some(({ path }) => path === "/revoke"));
    })
  );

  it.scoped("a callback with the state of another user's login ends that login, and issues no code", () =>
    Effect.gen(function* () {
      const pds = yield* hostilePds();
      const theirs = yield* completeLogin(pds, { returns: () => new URLSearchParams() });
      const state = pds.pushed().get("state") ?? "";
      const returns: Case["returns"] = (honest) => new URLSearchParams({ ...Object.fromEntries(honest), state });
      const ours = yield* completeLogin(yield* hostilePds(), { returns });
      assert.deepStrictEqual([ours.last.status, ours.last.header("location")], [403, null]);
      const ends = (yield* eventsOf(theirs.authorizationId)).filter(({ type }) => type === "LoginFailed.v1");
      assert.deepStrictEqual(
        ends.map(({ reason }) => reason),
        ["browser-mismatch"]
      );
    })
  );

  it.scoped("a callback with an unknown state, or without one, ends no login", () =>
    Effect.gen(function* () {
      for (const change of [new URLSearchParams({ state: "unknown" }), new URLSearchParams()]) {
        const walk = yield* completeLogin(yield* hostilePds(), { returns: () => change });
        assert.strictEqual(walk.last.status, 400);
        const events = yield* eventsOf(walk.authorizationId);
        assert.strictEqual(events.at(-1)?.type, "UpstreamLoginStarted.v1");
      }
    })
  );

  for (const each of cases) {
    const [reason, detail] = each.event;
    const name = `${checks[each.step]} ${each.name}: ${reason}${detail === null ? "" : ` (${detail})`}, ${each.shows}`;
    it.scoped(name, () => run(each), { concurrent: true });
  }
});
