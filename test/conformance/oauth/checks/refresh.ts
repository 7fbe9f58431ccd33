import assert from "node:assert/strict";
import { isActive, within } from "../access.ts";
import { type Check, check } from "../Check.ts";
import { expectError, expectStatus } from "../expectations.ts";
import { memberOf } from "../json.ts";
import { onMovedClock } from "../movingClock.ts";
import { ProofKey } from "../ProofKey.ts";
import { openSession, postAs, refresh, refreshed, type Session, sessionOf } from "../steps.ts";
import { type Target, textOf } from "../Target.ts";
import { basicHeader } from "../TestClient.ts";

const day = 24 * 60 * 60 * 1000;

const newPair = async (target: Target): Promise<void> => {
  for (const kind of ["public", "basic"] as const) {
    const session = await openSession(target, target.client(kind));
    const next = await refreshed(target, session);
    assert.notEqual(next.accessToken, session.accessToken);
    assert.notEqual(next.refreshToken, session.refreshToken);
    assert.equal(next.scope, session.scope);
    assert.equal(next.sub, session.sub);
    assert.ok(await isActive(target, next));
  }
};

const narrows = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("public"), { scope: "atproto transition:generic" });
  const wider = await refresh(target, session, { scope: `${session.scope} transition:email` });
  expectError(wider, 400, "invalid_scope");
  const narrow = sessionOf(session, await refresh(target, session, { scope: "atproto" }));
  assert.equal(narrow.scope, "atproto");
  const wide = await refreshed(target, narrow);
  assert.equal(wide.scope, session.scope, "narrowing an access token narrowed the grant");
};

const otherClient = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("public"));
  expectError(await refresh(target, { ...session, client: target.client("otherPublic") }), 400, "invalid_grant");
  expectError(await refresh(target, { ...session, client: target.client("basic") }), 400, "invalid_grant");
  expectStatus(await refresh(target, session), 200);
};

const boundToKey = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("public"));
  expectError(await refresh(target, session, {}, { key: await ProofKey.make() }), 400, "invalid_grant");
  expectError(await refresh(target, session, {}, { key: null }), 400, "invalid_dpop_proof");
  expectStatus(await refresh(target, session), 200);
};

const lifetimes = async (target: Target): Promise<void> => {
  await onMovedClock(target, async (later) => {
    const session = await openSession(later, later.client("public"));
    await later.elapse(30 * day + 60_000);
    expectError(await refresh(later, session), 400, "invalid_grant");
  });
  await onMovedClock(target, async (later) => {
    let session = await openSession(later, later.client("basic"));
    for (let month = 0; month < 12; month += 1) {
      await later.elapse(29 * day);
      session = await refreshed(later, session);
    }
    await later.elapse(29 * day);
    expectError(await refresh(later, session), 400, "invalid_grant");
  });
};

const eventsOf = async (target: Target, session: Session, type: string) =>
  (await target.operator().events()).filter(
    (event) => event.authorizationId === authorizationOf(session) && event.type.startsWith(type)
  );

const authorizationOf = ({ accessToken }: Session): unknown =>
  memberOf(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString(), "sid");

const reuse = (target: Target): Promise<void> =>
  onMovedClock(target, async (later) => {
    const session = await openSession(later, later.client("public"));
    const next = await refreshed(later, session);
    await later.elapse(31_000);
    expectError(await refresh(later, session), 400, "invalid_grant");
    expectError(await refresh(later, next), 400, "invalid_grant");
    await within(1_000, async () => !(await isActive(later, next)), "the family outlived the reuse of a token");
    if (later.options.operator === null) return;
    assert.equal((await eventsOf(later, session, "AuthorizationEnded")).length, 1);
  });

const repeats = async (target: Target): Promise<void> => {
  for (const kind of ["public", "basic"] as const) {
    const session = await openSession(target, target.client(kind));
    const first = await refresh(target, session);
    expectStatus(first, 200);
    for (const node of [0, 1, 2]) {
      const again = await refresh(target, session, {}, { node });
      expectStatus(again, 200);
      assert.equal(textOf(again, "refresh_token"), textOf(first, "refresh_token"));
      assert.equal(textOf(again, "access_token"), textOf(first, "access_token"));
    }
    expectStatus(await refresh(target, sessionOf(session, first)), 200);
  }
};

const stolen = async (target: Target): Promise<void> => {
  const thieves = [{ key: await ProofKey.make() }, { client: target.client("otherPublic") }];
  for (const thief of thieves) {
    const session = await openSession(target, target.client("public"));
    const next = await refreshed(target, session);
    expectError(await refresh(target, { ...session, ...thief }), 400, "invalid_grant");
    expectError(await refresh(target, next), 400, "invalid_grant");
    await within(1_000, async () => !(await isActive(target, next)), "the family outlived a theft");
  }
};

const oneSuccessor = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("public"));
  const requests = Array.from({ length: 64 }, (_, node) => refresh(target, session, {}, { node }));
  const answers = await Promise.all(requests);
  const statuses = answers.map(({ status }) => status);
  assert.ok(
    statuses.every((status) => status < 500),
    `answers: ${statuses.join(" ")}`
  );
  const good = answers.filter(({ status }) => status === 200);
  assert.ok(good.length > 0, `answers: ${statuses.join(" ")}`);
  const pairs = new Set(good.map((answer) => textOf(answer, "refresh_token")));
  assert.equal(pairs.size, 1, `${pairs.size} successors of one token`);
  const [reply] = good;
  if (reply === undefined) return;
  expectStatus(await refresh(target, sessionOf(session, reply), {}, { node: 3 }), 200);
  if (target.options.operator !== null)
    assert.equal((await eventsOf(target, session, "TokensRefreshed")).length, 2, "one for the 64, one after them");
};

const retriable = async (target: Target): Promise<void> => {
  const session = await openSession(target, target.client("basic"));
  const wrong = { authorization: basicHeader(session.client.clientId, "wrong-wrong-wrong-wrong") };
  expectError(await refresh(target, session, {}, { headers: wrong }), 401, "invalid_client");
  expectStatus(await refresh(target, session), 200);
  const { fragile, nonces } = target.options.variants;
  if (fragile !== undefined) {
    await fragile.exclusively(async () => {
      const surviving = await openSession(fragile, fragile.client("public"));
      await fragile.operator().cutDatabase();
      const away = await refresh(fragile, surviving).finally(() => fragile.operator().mendDatabase());
      expectStatus(away, 503);
      await fragile.ready();
      expectStatus(await refresh(fragile, surviving), 200);
    });
  }
  if (nonces === undefined) return;
  const challenged = await openSession(nonces, nonces.client("public"));
  const proof = await challenged.key.proof("POST", nonces.endpoint("token_endpoint").href);
  expectError(await refresh(nonces, challenged, {}, { proof }), 400, "use_dpop_nonce");
  expectStatus(await refresh(nonces, challenged), 200);
};

const revokeRacing = async (target: Target): Promise<void> => {
  const revocation = target.endpoint("revocation_endpoint");
  for (let round = 0; round < 5; round += 1) {
    const session = await openSession(target, target.client("public"));
    const [reply, revoked] = await Promise.all([
      refresh(target, session, {}, { node: 1 }),
      postAs(target, session.client, revocation, { token: session.refreshToken }, { node: 2 })
    ]);
    expectStatus(revoked, 200);
    expectStatus(reply, 200, 400);
    await within(
      1_000,
      async () => !(await isActive(target, session)),
      "the first access token outlived the revocation"
    );
    if (reply.status !== 200) continue;
    const next = sessionOf(session, reply);
    await within(1_000, async () => !(await isActive(target, next)), "an access token outlived the revocation");
    expectError(await refresh(target, next), 400, "invalid_grant");
  }
};

const killedBeforeReply = async (target: Target): Promise<void> => {
  const fragile = target.with("fragile");
  await fragile.exclusively(async () => {
    const session = await openSession(fragile, fragile.client("public"));
    const lost = refresh(fragile, session).catch(() => null);
    const rotated = async () => (await eventsOf(fragile, session, "TokensRefreshed")).length === 1;
    await within(5_000, rotated, "the rotation was not recorded");
    await fragile.operator().kill();
    const seen = await lost;
    // Another process answers, at once: who waits for the restart may come after the time that a reply is repeated.
    const again = sessionOf(session, await refresh(target, session));
    if (seen?.status === 200) assert.equal(textOf(seen, "refresh_token"), again.refreshToken);
    assert.equal((await eventsOf(fragile, session, "TokensRefreshed")).length, 1, "rotated twice");
    await fragile.operator().start();
    expectStatus(await refresh(fragile, again), 200);
  });
};

/** Group RT: refresh tokens. */
export const refreshChecks: ReadonlyArray<Check> = [
  check("RT-01", "A refresh returns a new access and refresh token with the same scope", newPair),
  check("RT-02", "A narrower scope applies to the access token only; a wider one is refused", narrows),
  check("RT-03", "A token of another client is refused, and its family is not affected", otherClient),
  check("RT-04", "Another DPoP key, or none, is refused", boundToKey),
  check("RT-05", "A refresh token expires after 30 days without use, an authorization after a year", lifetimes),
  check("RT-06", "A rotated token reused after the grace period ends the whole family, which is recorded", reuse),
  check("RT-07", "A rotated token reused within 30 s gets the same pair, in every process", repeats),
  check("RT-08", "A rotated token reused with another key or client is refused and ends the family", stolen),
  check(
    "RT-09",
    "64 parallel refreshes over all processes result in one successor, no 5xx, and an active session",
    oneSuccessor
  ),
  check("RT-10", "A nonce challenge, a wrong secret and a 5xx consume nothing", retriable),
  check("RT-11", "No token survives a revocation that races with a refresh", revokeRacing),
  check("RT-12", "After kill -9 between rotation and reply, the retry gets the one pair", killedBeforeReply)
];
