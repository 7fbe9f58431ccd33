import { assert, it } from "@effect/vitest";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { evolveSession, initialSession } from "../../../src/domain/session/PdsSession.ts";
import {
  SessionEnded,
  SessionEstablished,
  type SessionEvent,
  SessionRefreshed,
  SessionRefreshFailed,
  SessionRefreshStarted
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

const after = (...events: ReadonlyArray<SessionEvent>) => events.reduce(evolveSession, initialSession);

it("remembers a refresh that has no outcome yet", () => {
  assert.propertyVal(after(established, started), "refreshing", 3);
  assert.propertyVal(after(established, started, refreshed), "refreshing", null);
  assert.propertyVal(after(established, started, failed), "refreshing", null);
});

it("stays in doubt after an answer that never came, until tokens come", () => {
  const refused = new SessionRefreshFailed({ sessionId, fence: 4, reason: "client-refused" });
  const again = new SessionRefreshStarted({ sessionId, fence: 4 });
  assert.propertyVal(after(established, started), "inDoubt", false);
  assert.propertyVal(after(established, started, failed), "inDoubt", true);
  assert.propertyVal(after(established, again, refused), "inDoubt", false);
  assert.propertyVal(after(established, started, again), "inDoubt", true);
  assert.propertyVal(after(established, started, again, refused), "inDoubt", true);
  assert.propertyVal(after(established, started, failed, again, refreshed), "inDoubt", false);
});

it("counts failures since the last tokens, and knows the last", () => {
  assert.propertyVal(after(established, started, failed, started, failed), "failures", 2);
  assert.propertyVal(after(established, started, failed), "lastFailure", "timeout");
  assert.propertyVal(after(established, started, failed, refreshed), "failures", 0);
});

it("lives as long as the last tokens it was given", () => {
  assert.propertyVal(after(established), "accessExpiresAt", 1000);
  assert.propertyVal(after(established, started, refreshed), "accessExpiresAt", 2000);
  assert.propertyVal(after(established, started, failed), "accessExpiresAt", 1000);
});

it("stays ended, whatever comes after", () => {
  for (const late of [established, started, refreshed, failed, ended]) {
    assert.deepStrictEqual(after(established, ended, late), after(established, ended));
  }
  assert.propertyVal(after(established, ended), "reason", "revoked");
});

it("is not begun by anything but its beginning", () => {
  for (const event of [started, refreshed, failed, ended]) assert.deepStrictEqual(after(event), initialSession);
});
