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

/**
 * Checks that the account that signed in is the requested one, if one was requested, and that its own documents name
 * that server.
 */
export const checkSubject = Effect.fnUntraced(function* (
  expected: Did | null,
  secrets: LoginSecrets,
  tokens: UpstreamTokens
) {
  const stop = (reason: LoginFailure) => new LoginTerminated({ reason });
  const did = yield* Effect.mapError(Schema.decodeEither(Did)(tokens.sub), () => stop("subject-mismatch"));
  if (expected !== null && expected !== did) return yield* stop("subject-mismatch");
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
 * Returns the scope that the PDS granted, limited to what the app requested and is registered for now, without values
 * that only the PDS knows. `registered` is null when the registration is unknown.
 */
const grantedScope = Effect.fnUntraced(
  function* (requested: string, registered: string | null, upstream: string) {
    const requestedScope = yield* parseScope(requested);
    const allowed = registered === null ? requestedScope : scopeIntersection(requestedScope, knownScope(registered));
    return formatScope(yield* requireAtproto(scopeIntersection(allowed, knownScope(upstream))));
  },
  Effect.mapError(() => new LoginTerminated({ reason: "scope-too-small" }))
);

/**
 * Checks who signed in and what for: the requested account, and the part of the requested scope that the app may
 * currently use.
 */
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
