import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { type Examination, type Finding, ok, problem, skipped } from "./adapters/cli/doctor/Examinations.ts";
import type { Configuration } from "./adapters/configuration/Configuration.ts";
import * as SecretCipherAesGcm from "./adapters/crypto/SecretCipherAesGcm.ts";
import * as TokenVaultPostgres from "./adapters/postgres/TokenVaultPostgres.ts";
import { findUnopened, findUnsigned, refusalOf } from "./application/administer/findMissingKeys.ts";
import type { KeysMissing } from "./domain/administration/KeysMissing.ts";
import { isThere, onDatabase } from "./schemaMigrations.ts";

const told = ({ problem: detail, remedy }: KeysMissing): Finding => problem(detail, remedy);

const examined = ({ retiredKeys, secrets, signingKeys }: Configuration) =>
  Effect.gen(function* () {
    const unopened = refusalOf("seals", yield* findUnopened, retiredKeys);
    if (Option.isSome(unopened)) return told(unopened.value);
    const unsigned = yield* findUnsigned(signingKeys.map(({ kid }) => kid));
    return Option.match(refusalOf("signs", unsigned, retiredKeys), {
      onNone: () => ok("every stored session has the keys that it needs"),
      onSome: told
    });
  }).pipe(Effect.provide(Layer.merge(TokenVaultPostgres.layer, SecretCipherAesGcm.layer({ secrets }))), Effect.option);

/** Whether this environment has the keys that stored sessions need; `hasKeys` says that it has any of its own. */
export const examineKeys = (configuration: Configuration, hasKeys: boolean): Examination => ({
  name: "session-keys",
  title: "Keys of sessions",
  examine: Effect.gen(function* () {
    if (!hasKeys) return skipped("the first start makes one for development");
    const found = (yield* isThere) ? yield* onDatabase(examined(configuration)) : Option.none<Finding>();
    return Option.getOrElse(found, () => skipped("not before the database is there and migrated"));
  }).pipe(Effect.catchAll(() => Effect.succeed(skipped("not before the database can be reached"))))
});
