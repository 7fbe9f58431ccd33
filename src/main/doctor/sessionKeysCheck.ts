import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import * as SecretCipherAesGcm from "../../adapters/crypto/SecretCipherAesGcm.ts";
import * as RecentSecrets from "../../adapters/postgres/log/RecentSecrets.ts";
import * as TokenVaultPostgres from "../../adapters/postgres/stores/TokenVaultPostgres.ts";
import { type DoctorCheck, type Finding, ok, problem, skipped } from "../../application/instance/DoctorCheck.ts";
import {
  findSealedByMissingKeys,
  findSignedByMissingKeys,
  refusalOf
} from "../../application/instance/findMissingKeys.ts";
import type { KeysMissing } from "../../domain/administration/KeysMissing.ts";
import { databaseExists } from "../cli/databaseExists.ts";
import { withDatabase } from "../cli/schemaMigrations.ts";

const keysMissing = ({ problem: detail, remedy }: KeysMissing): Finding => problem(detail, remedy);

const checkStoredSessions = ({ retiredKeys, secrets, signingKeys }: Configuration) =>
  Effect.gen(function* () {
    const unopened = refusalOf("seals", yield* findSealedByMissingKeys, retiredKeys);
    if (Option.isSome(unopened)) return keysMissing(unopened.value);
    const unsigned = yield* findSignedByMissingKeys(signingKeys.map(({ kid }) => kid));
    return Option.match(refusalOf("signs", unsigned, retiredKeys), {
      onNone: () => ok("all stored sessions have the keys that they need"),
      onSome: keysMissing
    });
  }).pipe(
    Effect.provide(
      Layer.merge(Layer.provide(TokenVaultPostgres.layer, RecentSecrets.layer), SecretCipherAesGcm.layer({ secrets }))
    ),
    Effect.option
  );

/** Checks that this environment has the keys that stored sessions need; `hasKeys` is false if it has none. */
export const sessionKeysCheck = (configuration: Configuration, hasKeys: boolean): DoctorCheck => ({
  name: "session-keys",
  title: "Session keys",
  run: Effect.gen(function* () {
    if (!hasKeys) return skipped("the first start generates one for development");
    const found = (yield* databaseExists)
      ? yield* withDatabase(checkStoredSessions(configuration))
      : Option.none<Finding>();
    return Option.getOrElse(found, () => skipped("the database is not created or not migrated yet"));
  }).pipe(Effect.catchAll(() => Effect.succeed(skipped("the database cannot be reached"))))
});
