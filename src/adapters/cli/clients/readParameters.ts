import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { type ClientKey, readKeySet } from "../../../domain/client/authentication/ClientKey.ts";
import { ClientId } from "../../../domain/client/ClientId.ts";
import type { Given } from "../command/Command.ts";
import { badUsage, type CommandFailed } from "../command/CommandFailed.ts";
import { clientId, jwks, jwksUri } from "./clientParameters.ts";

const decodeId = Schema.decode(ClientId);

/** Reads `<client-id>`. */
export const readClientId = (given: Given): Effect.Effect<ClientId, CommandFailed> =>
  Effect.mapError(decodeId(given(clientId)), () =>
    badUsage(
      `<client-id>: "${given(clientId)}" is not a client id; use client_ and 22 characters, as tidemark clients list shows it`
    )
  );

const readJson = Schema.decodeEither(Schema.parseJson());

const parseKeySet = (text: string): Either.Either<ReadonlyArray<ClientKey>, CommandFailed> =>
  Either.mapLeft(readJson(text), () => "must be JSON.").pipe(
    Either.flatMap(readKeySet),
    Either.mapLeft((fault) => badUsage(`--jwks ${fault}`))
  );

/** The keys that a client authenticates with: a set, or the URL that publishes it; both null if neither was typed. */
export interface TypedKeys {
  readonly jwks: ReadonlyArray<ClientKey> | null;
  readonly jwksUri: string | null;
}

/** Reads `--jwks` and `--jwks-uri`. */
export const readKeys = (given: Given): Effect.Effect<TypedKeys, CommandFailed> => {
  const typed = given(jwks);
  const address = given(jwksUri);
  return typed === null
    ? Effect.succeed({ jwks: null, jwksUri: address })
    : Effect.map(parseKeySet(typed), (keys) => ({ jwks: keys, jwksUri: address }));
};
