import * as HelpDoc from "@effect/cli/HelpDoc";
import * as Options from "@effect/cli/Options";
import * as ValidationError from "@effect/cli/ValidationError";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { type ClientKey, readKeySet } from "../../../domain/client/authentication/ClientKey.ts";

const readJson = Schema.decodeEither(Schema.parseJson());

const parse = (text: string): Either.Either<ReadonlyArray<ClientKey>, string> =>
  Either.flatMap(
    Either.mapLeft(readJson(text), () => "must be JSON."),
    readKeySet
  );

const keys = Options.text("jwks").pipe(
  Options.withDescription("The public keys of private_key_jwt, as a JWK set: '{\"keys\":[…]}'."),
  Options.mapEffect((text) =>
    Either.match(parse(text), {
      onLeft: (fault) => Effect.fail(ValidationError.invalidValue(HelpDoc.p(`--jwks ${fault}`))),
      onRight: Effect.succeed
    })
  )
);

const address = Options.text("jwks-uri").pipe(
  Options.withDescription("The https address where an app publishes the keys of private_key_jwt.")
);

/** The keys that an app proves itself by; null when it proves itself otherwise. */
export const keysOption = Options.all({ jwks: Options.optional(keys), jwksUri: Options.optional(address) }).pipe(
  Options.map(({ jwks, jwksUri }) => ({ jwks: Option.getOrNull(jwks), jwksUri: Option.getOrNull(jwksUri) }))
);
