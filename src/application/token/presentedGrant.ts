import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { InvalidGrant } from "../../domain/authorization/token/InvalidGrant.ts";
import type { RegisteredClient } from "../../domain/client/Client.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { Lookup, type LookupKind } from "../../domain/event/Lookup.ts";
import { generateTokens } from "./issueTokens.ts";

/**
 * Whether a client can be distinguished from an observer of its request: by its secret or key, or by the thumbprint of
 * its DPoP key.
 */
export const isBoundOrConfidential = ({ type }: RegisteredClient, jkt: string | null): boolean =>
  jkt !== null || type === "confidential";

/** A code or a refresh token that leads to an authorization, and the tokens that are issued for it if it is granted. */
export type PresentedGrant = Effect.Effect.Success<ReturnType<typeof presentedGrant>>;

/**
 * Loads what is needed to decide on a code or a refresh token: its authorization, the tokens that will be issued, and
 * the time in Unix milliseconds.
 */
export const presentedGrant = Effect.fnUntraced(function* (
  kind: Extract<LookupKind, "code" | "refresh-token">,
  presented: string
) {
  const hash = sha256Base64Url(presented);
  const lookup = yield* Lookup;
  const stream = yield* lookup.find(kind, hash);
  if (Option.isNone(stream)) return yield* new InvalidGrant({ reason: "unknown" });
  return {
    hash,
    stream: stream.value,
    authorizationId: stream.value.slice("authorization-".length),
    generated: yield* generateTokens,
    now: yield* Clock.currentTimeMillis
  };
});
