import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { type DoctorCheck, type Finding, ok, problem, skipped } from "../../adapters/cli/doctor/DoctorChecks.ts";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import * as SecretCipherAesGcm from "../../adapters/crypto/SecretCipherAesGcm.ts";
import * as TokenVaultPostgres from "../../adapters/postgres/stores/TokenVaultPostgres.ts";
import {
  findSealedByMissingKeys,
  findSignedByMissingKeys,
  refusalOf
} from "../../application/instance/findMissingKeys.ts";
import type { KeysMissing } from "../../domain/administration/KeysMissing.ts";
import { databaseExists, withDatabase } from "../cli/schemaMigrations.ts";

const keysMissing = ({ problem: detail, remedy }: KeysMissing): Finding => problem(detail, remedy);

const checkStoredSessions = ({ retiredKeys, secrets, signingKeys }: Configuration) =>
  Effect.gen(function* () {
    const unopened = refusalOf("seals", yield* findSealedByMissingKeys, retiredKeys);
    if (Option.isSome(unopened)) return keysMissing(unopened.value);
    const unsigned = yield* findSignedByMissingKeys(signingKeys.map(({ kid }) => kid));
    return Option.match(refusalOf("signs", unsigned, retiredKeys), {
      onNone: () => ok("every stored session has the keys that it needs"),
      onSome: keysMissing
    });
  }).pipe(Effect.provide(Layer.merge(TokenVaultPostgres.layer, SecretCipherAesGcm.layer({ secrets }))), Effect.option);

/** Whether this environment has the keys that stored sessions need; `hasKeys` says that it has any of its own. */
export const sessionKeysCheck = (configuration: Configuration, hasKeys: boolean): DoctorCheck => ({
  name: "session-keys",
  title: "Keys of sessions",
  run: Effect.gen(function* () {
    if (!hasKeys) return skipped("the first start makes one for development");
    const found = (yield* databaseExists)
      ? yield* withDatabase(checkStoredSessions(configuration))
      : Option.none<Finding>();
    return Option.getOrElse(found, () => skipped("not before the database is there and migrated"));
  }).pipe(Effect.catchAll(() => Effect.succeed(skipped("not before the database can be reached"))))
});
