import * as Effect from "effect/Effect";
import { constantTimeEqual } from "../../../domain/crypto/constantTimeEqual.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { BrowserMismatch } from "./callbackErrors.ts";
import type { PendingLogin } from "./pendingLogin.ts";
import { recordLoginFailure } from "./recordLoginFailure.ts";

/**
 * Only the browser in which a login was started may complete it; a callback from another one ends it (RFC 9700 section
 * 4.7).
 */
export const checkBrowser = Effect.fnUntraced(function* (pending: PendingLogin, browserToken: string | null) {
  const { request } = pending.state;
  if (browserToken !== null && constantTimeEqual(request.browserHash, sha256Base64Url(browserToken))) return;
  yield* recordLoginFailure(pending, { reason: "browser-mismatch" });
  return yield* new BrowserMismatch({ authorizationId: request.authorizationId });
});
