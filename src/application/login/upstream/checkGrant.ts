import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { Did } from "../../../domain/atproto/Did.ts";
import type { LoginFailure } from "../../../domain/authorization/AuthorizationEvent.ts";
import { IdentityResolver } from "../../../domain/identity/IdentityResolver.ts";
import { formatScope, knownScope, parseScope, requireAtproto, scopeIntersection } from "../../../domain/scope/Scope.ts";
import type { LoginSecrets } from "../../../domain/session/SessionSecrets.ts";
import { UpstreamAuthorization, type UpstreamTokens } from "../../../domain/session/UpstreamAuthorization.ts";
import { checkClientUnchanged } from "../app/checkClientUnchanged.ts";
import type { PendingLogin } from "../app/pendingLogin.ts";
import { LoginTerminated } from "./LoginTerminated.ts";
import { terminatedBy } from "./loginRefusals.ts";

/** The account that signed in must be the one that was asked for, if one was, and its own documents must name that server. */
export const checkSubject = Effect.fnUntraced(function* (
  asked: Did | null,
  secrets: LoginSecrets,
  tokens: UpstreamTokens
) {
  const stop = (reason: LoginFailure) => new LoginTerminated({ reason });
  const did = yield* Effect.mapError(Schema.decodeEither(Did)(tokens.sub), () => stop("subject-mismatch"));
  if (asked !== null && asked !== did) return yield* stop("subject-mismatch");
  const resolver = yield* IdentityResolver;
  const identity = yield* Effect.mapError(
    resolver.resolveDidFresh(did),
    ({ reason: detail }) => new LoginTerminated({ reason: "identity-unresolvable", detail })
  );
  const upstream = yield* UpstreamAuthorization;
  const server = yield* Effect.mapError(upstream.discover(identity.pds), terminatedBy);
  if (server.issuer !== secrets.server.issuer) return yield* stop("issuer-mismatch");
  return identity;
});

/**
 * What the PDS granted of what the app asked for, and is registered for now; values that only the PDS knows are left out.
 * `registered` is null where that is not known.
 */
const grantedScope = Effect.fnUntraced(
  function* (requested: string, registered: string | null, upstream: string) {
    const asked = yield* parseScope(requested);
    const allowed = registered === null ? asked : scopeIntersection(asked, knownScope(registered));
    return formatScope(yield* requireAtproto(scopeIntersection(allowed, knownScope(upstream))));
  },
  Effect.mapError(() => new LoginTerminated({ reason: "scope-too-small" }))
);

/** Who signed in and for what: the account that was asked for, and what the app, as it is now, may do of what it asked. */
export const checkGrant = Effect.fnUntraced(function* (
  pending: PendingLogin,
  secrets: LoginSecrets,
  tokens: UpstreamTokens
) {
  const identity = yield* checkSubject(pending.state.login.did, secrets, tokens);
  const { request } = pending.state;
  const client = yield* checkClientUnchanged(request);
  const registered = Option.match(client, { onNone: () => null, onSome: ({ scope }) => scope });
  return { identity, scope: yield* grantedScope(request.scope, registered, tokens.scope) };
});
