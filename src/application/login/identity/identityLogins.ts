import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { Did } from "../../../domain/atproto/Did.ts";
import { LoginFailure, LoginFailureDetail } from "../../../domain/authorization/AuthorizationEvent.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import type { DomainEvent } from "../../../domain/event/DomainEvent.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import type { IdentityLoginStarted } from "../../../domain/person/IdentityLogin.ts";
import { TokenVault } from "../../../domain/vault/TokenVault.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import type { EventMetadata } from "../../event/toNewEvent.ts";
import { vaultRow } from "../../vault/vaultSecrets.ts";

/**
 * A user was not authenticated. `unknown-return` is a callback that belongs to no login in progress. `detail` is what
 * the account's documents or its PDS did, if that was the cause.
 */
export class LoginRefused extends Schema.TaggedError<LoginRefused>()("LoginRefused", {
  reason: Schema.Union(LoginFailure, Schema.Literal("unknown-return")),
  detail: Schema.optionalWith(LoginFailureDetail, { exact: true }),
  did: Schema.NullOr(Schema.String)
}) {}

/** Why a login failed, as it is recorded. */
export interface IdentityLoginFailure {
  readonly did: Did | null;
  readonly reason: LoginFailure;
  readonly detail?: LoginFailureDetail;
}

/** What a login authenticates a user for, and how its steps are recorded. */
export interface LoginPurpose<Started extends IdentityLoginStarted> {
  /** The name of its streams, and the kind they are found by. */
  readonly kind: "admin-login" | "person-login";
  /** The prefix of its `state`, which distinguishes its callbacks from others without a lookup. */
  readonly statePrefix: string;
  readonly isOwn: (started: IdentityLoginStarted) => started is Started;
  readonly returned: (loginId: string) => DomainEvent;
  readonly failed: (loginId: string, why: IdentityLoginFailure) => DomainEvent;
}

/** A login in progress, and the version of its stream. */
export interface PendingIdentityLogin<Started extends IdentityLoginStarted> {
  readonly started: Started;
  readonly version: number;
}

export const loginStream = ({ kind }: Pick<LoginPurpose<IdentityLoginStarted>, "kind">, loginId: string): StreamName =>
  streamName(kind, loginId);

/** Returns the metadata of the events of a login: the actor is the account, once known. */
export const identityLoginEventMetadata = (did: Did | null): EventMetadata => ({
  actor: { type: "user", id: did },
  subjectDid: did
});

/**
 * Records that a login failed, and erases its secrets, in one transaction with `alongside`. A login that was completed
 * meanwhile is left alone.
 */
export const endLogin = Effect.fnUntraced(function* <E = never, R = never>(
  purpose: Pick<LoginPurpose<IdentityLoginStarted>, "kind">,
  { loginId, version }: { readonly loginId: string; readonly version: number },
  failed: DomainEvent,
  did: Did | null,
  alongside: Effect.Effect<void, E, R> = Effect.void
) {
  const vault = yield* TokenVault;
  const atomically = yield* Atomically;
  yield* atomically
    .run(
      Effect.all(
        [
          vault.remove(vaultRow.login(loginId)),
          alongside,
          appendEvents(loginStream(purpose, loginId), version, [failed], identityLoginEventMetadata(did))
        ],
        { discard: true }
      )
    )
    .pipe(Effect.catchTag("VersionConflict", () => Effect.void));
});

/** Records that a login failed, and fails with the refusal; `keep` stores the refusal in the same transaction. */
export const refuseLogin = <Started extends IdentityLoginStarted, E = never, R = never>(
  purpose: LoginPurpose<Started>,
  login: { readonly loginId: string; readonly version: number },
  { detail, did, reason }: IdentityLoginFailure,
  keep: (refused: LoginRefused) => Effect.Effect<void, E, R> = () => Effect.void
) => {
  const why = { reason, did, ...(detail !== undefined && { detail }) };
  const refused = new LoginRefused(why);
  return Effect.zipRight(
    endLogin(purpose, login, purpose.failed(login.loginId, why), did, keep(refused)),
    Effect.fail(refused)
  );
};
