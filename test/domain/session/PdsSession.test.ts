import { assert, it } from "@effect/vitest";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { evolveSession, initialSession } from "../../../src/domain/session/PdsSession.ts";
import {
  SessionEnded,
  SessionEstablished,
  type SessionEvent,
  SessionRefreshed,
  SessionRefreshFailed,
  SessionRefreshStarted,
  SessionRevocationAbandoned,
  SessionRevokedAtPds,
  SessionTokensArrivedLate
} from "../../../src/domain/session/SessionEvent.ts";

const sessionId = "session_1";
const established = new SessionEstablished({
  sessionId,
  authorizationId: "auth_1",
  did: Did.make("did:plc:alice234alice234alice234"),
  pds: "https://pds.example",
  issuer: "https://pds.example",
  scope: "atproto",
  jkt: "jkt",
  accessExpiresAt: 1000
});
const started = new SessionRefreshStarted({ sessionId, fence: 3 });
const refreshed = new SessionRefreshed({ sessionId, fence: 3, scope: "atproto", accessExpiresAt: 2000 });
const failed = new SessionRefreshFailed({ sessionId, fence: 3, reason: "timeout" });
const ended = new SessionEnded({ sessionId, reason: "revoked" });

const arrivedLate = new SessionTokensArrivedLate({ sessionId, fence: 3 });
const revoked = new SessionRevokedAtPds({ sessionId });
const abandoned = new SessionRevocationAbandoned({ sessionId, reason: "unreachable" });

const after = (...events: ReadonlyArray<SessionEvent>) => events.reduce(evolveSession, initialSession);

it("a session remembers a refresh that has no outcome yet", () => {
  assert.propertyVal(after(established, started), "refreshing", 3);
  assert.propertyVal(after(established, started, refreshed), "refreshing", null);
  assert.propertyVal(after(established, started, failed), "refreshing", null);
});

it("a session stays in doubt after a missing response until tokens arrive", () => {
  const refused = new SessionRefreshFailed({ sessionId, fence: 4, reason: "client-refused" });
  const again = new SessionRefreshStarted({ sessionId, fence: 4 });
  assert.propertyVal(after(established, started), "inDoubt", false);
  assert.propertyVal(after(established, started, failed), "inDoubt", true);
  assert.propertyVal(after(established, again, refused), "inDoubt", false);
  assert.propertyVal(after(established, started, again), "inDoubt", true);
  assert.propertyVal(after(established, started, again, refused), "inDoubt", true);
  assert.propertyVal(after(established, started, failed, again, refreshed), "inDoubt", false);
});

it("a session counts the failures since its last tokens, and knows the last failure", () => {
  assert.propertyVal(after(established, started, failed, started, failed), "failures", 2);
  assert.propertyVal(after(established, started, failed), "lastFailure", "timeout");
  assert.propertyVal(after(established, started, failed, refreshed), "failures", 0);
});

it("a session expires with the last tokens that it received", () => {
  assert.propertyVal(after(established), "accessExpiresAt", 1000);
  assert.propertyVal(after(established, started, refreshed), "accessExpiresAt", 2000);
  assert.propertyVal(after(established, started, failed), "accessExpiresAt", 1000);
});

it("a session stays ended, whatever comes after", () => {
  for (const late of [established, started, refreshed, failed, ended]) {
    assert.deepStrictEqual(after(established, ended, late), after(established, ended));
  }
  for (const late of [arrivedLate, revoked, abandoned]) {
    assert.deepInclude(after(established, ended, late), { _tag: "Ended", reason: "revoked" });
    assert.deepStrictEqual(after(established, ended, late, refreshed), after(established, ended, late));
  }
  assert.propertyVal(after(established, ended), "reason", "revoked");
});

it("an ended session must be revoked until its PDS confirmed or the revocation is abandoned", () => {
  assert.propertyVal(after(established, ended), "needsRevocation", true);
  for (const done of [revoked, abandoned]) {
    assert.propertyVal(after(established, ended, done), "needsRevocation", false);
    assert.propertyVal(after(established, ended, done, arrivedLate), "needsRevocation", true);
    assert.propertyVal(after(established, ended, done, arrivedLate, done), "needsRevocation", false);
  }
});

it("an active session ignores the events of an ended one", () => {
  for (const early of [arrivedLate, revoked, abandoned]) {
    assert.deepStrictEqual(after(established, early), after(established));
  }
});

it("a session starts only with its establishment", () => {
  for (const event of [started, refreshed, failed, ended, arrivedLate, revoked, abandoned])
    assert.deepStrictEqual(after(event), initialSession);
});
