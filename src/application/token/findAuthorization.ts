import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { InvalidGrant } from "../../domain/authorization/InvalidGrant.ts";
import { Lookup, type LookupKind } from "../../domain/event/Lookup.ts";

/** The stream that a code or a refresh token belongs to, by its hash. */
export const findAuthorization = (kind: Extract<LookupKind, "code" | "refresh-token">, hash: string) =>
  Effect.gen(function* () {
    const lookup = yield* Lookup;
    const stream = yield* lookup.find(kind, hash);
    return Option.isSome(stream) ? stream.value : yield* new InvalidGrant({ reason: "unknown" });
  });
