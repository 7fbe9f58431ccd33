import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { AuthorizationRequested } from "../../../domain/authorization/AuthorizationEvent.ts";
import { trustedRedirectUri } from "../../../domain/authorization/request/requestAuthorization.ts";
import { findClient } from "../../clients/findClient.ts";
import { UnknownCallback } from "./callbackErrors.ts";

const changed = () => new UnknownCallback({ reason: "client-changed" });

/**
 * Returns the current client of a login. While the user was away it may have been deleted, or have removed its redirect
 * URI, and then the browser cannot return to it (RFC 6749 section 4.1.2.1). None while its document is unreachable; the
 * token endpoint fetches it again.
 */
export const checkClientUnchanged = Effect.fnUntraced(
  function* ({ clientId, redirectUri }: AuthorizationRequested) {
    const client = yield* Effect.flatten(findClient(clientId));
    yield* trustedRedirectUri(client, redirectUri);
    return Option.some(client);
  },
  Effect.catchTags({
    NoSuchElementException: changed,
    UntrustedRedirect: changed,
    ClientDocumentUnusable: ({ reason }) => (reason === "unreachable" ? Effect.succeedNone : changed())
  })
);
