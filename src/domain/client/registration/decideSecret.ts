import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { acceptedOldSecret, type HashedSecret } from "../authentication/ClientSecret.ts";
import type { Client } from "../Client.ts";
import { type ClientEvent, ClientSecretRevoked, ClientSecretRotated } from "../ClientEvent.ts";
import type { ClientId } from "../ClientId.ts";
import { ClientNotFound, holdsSecret } from "./decideClient.ts";

/** A client secret was requested for a client that does not use one. */
export class ClientHoldsNoSecret extends Schema.TaggedError<ClientHoldsNoSecret>()("ClientHoldsNoSecret", {
  clientId: Schema.String
}) {}

/** The old secret of a client was to be revoked, and only the current one is accepted. */
export class ClientHasNoOldSecret extends Schema.TaggedError<ClientHasNoOldSecret>()("ClientHasNoOldSecret", {
  clientId: Schema.String
}) {}

/** The longest time that an old secret can stay valid after a rotation, in hours. */
export const maxOverlapHours = 30 * 24;

/** The time for which an old secret was to stay valid is not a whole number of hours from 0 to `maxOverlapHours`. */
export class InvalidOverlap extends Schema.TaggedError<InvalidOverlap>()("InvalidOverlap", {
  hours: Schema.Number
}) {
  override get message(): string {
    return `overlapHours must be a whole number from 0 to ${maxOverlapHours}.`;
  }
}

/** How a secret is replaced. `now` is in Unix milliseconds. */
export interface SecretRotation {
  readonly secret: HashedSecret;
  /** How long the current secret stays valid, in hours; 0 if it ends immediately. */
  readonly overlapHours: number;
  readonly now: number;
}

const hourMs = 60 * 60_000;

const isOverlap = (hours: number): boolean => Number.isInteger(hours) && hours >= 0 && hours <= maxOverlapHours;

/** Returns until when the current secret stays valid, in Unix milliseconds; null if it ends immediately. */
export const oldValidUntil = ({ now, overlapHours }: Omit<SecretRotation, "secret">): number | null =>
  overlapHours === 0 ? null : now + overlapHours * hourMs;

/**
 * Returns the event that replaces the secret of a confidential client. At most two secrets are accepted at a time, so a
 * secret that was kept at an earlier rotation ends.
 */
export const rotateClientSecret = (
  state: Client,
  clientId: ClientId,
  rotation: SecretRotation
): Either.Either<ReadonlyArray<ClientEvent>, ClientNotFound | ClientHoldsNoSecret | InvalidOverlap> => {
  const { now, overlapHours, secret } = rotation;
  if (state._tag !== "Registered") return Either.left(new ClientNotFound({ clientId }));
  if (!holdsSecret(state.client.tokenEndpointAuthMethod)) return Either.left(new ClientHoldsNoSecret({ clientId }));
  if (!isOverlap(overlapHours)) return Either.left(new InvalidOverlap({ hours: overlapHours }));
  return Either.right([
    new ClientSecretRotated({ clientId, secret, rotatedAt: now, oldValidUntil: oldValidUntil(rotation) })
  ]);
};

/** Returns the event that ends the old secret of a client before it expires. `now` is in Unix milliseconds. */
export const revokeOldSecret = (
  state: Client,
  clientId: ClientId,
  now: number
): Either.Either<ReadonlyArray<ClientEvent>, ClientNotFound | ClientHasNoOldSecret> => {
  if (state._tag !== "Registered") return Either.left(new ClientNotFound({ clientId }));
  return acceptedOldSecret(state.client, now) === null
    ? Either.left(new ClientHasNoOldSecret({ clientId }))
    : Either.right([new ClientSecretRevoked({ clientId })]);
};
