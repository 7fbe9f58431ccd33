import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { Did } from "../../../domain/atproto/Did.ts";
import { LoginFailure, LoginFailureDetail } from "../../../domain/authorization/AuthorizationEvent.ts";
import type { SecretCipher } from "../../../domain/crypto/SecretCipher.ts";
import type { DomainEvent } from "../../../domain/event/DomainEvent.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import type { VaultChange } from "../../../domain/event/UnitOfWork.ts";
import type { IdentityLoginStarted } from "../../../domain/person/IdentityLogin.ts";
import { commitEvents } from "../../event/commitEvents.ts";
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
 * Records that a login failed, erases its secrets, and stores the reply to its callback, if there is one. A login that was
 * completed meanwhile is left alone.
 */
export const endLogin = (
  purpose: Pick<LoginPurpose<IdentityLoginStarted>, "kind">,
  { loginId, version }: { readonly loginId: string; readonly version: number },
  failed: DomainEvent,
  did: Did | null,
  reply: ReadonlyArray<VaultChange> = []
) =>
  commitEvents({
    stream: loginStream(purpose, loginId),
    version,
    events: [failed],
    metadata: identityLoginEventMetadata(did),
    secrets: [{ _tag: "Remove", row: vaultRow.login(loginId) }, ...reply]
  }).pipe(
    Effect.asVoid,
    Effect.catchTag("VersionConflict", () => Effect.void)
  );

/** Records that a login failed, and fails with the refusal; `seal` seals it as the reply that is stored with it. */
export const refuseLogin = <Started extends IdentityLoginStarted>(
  purpose: LoginPurpose<Started>,
  login: { readonly loginId: string; readonly version: number },
  { detail, did, reason }: IdentityLoginFailure,
  seal: (refused: LoginRefused) => Effect.Effect<ReadonlyArray<VaultChange>, never, SecretCipher> = () =>
    Effect.succeed([])
) => {
  const why = { reason, did, ...(detail !== undefined && { detail }) };
  const refused = new LoginRefused(why);
  return Effect.zipRight(
    Effect.flatMap(seal(refused), (reply) => endLogin(purpose, login, purpose.failed(login.loginId, why), did, reply)),
    Effect.fail(refused)
  );
};
