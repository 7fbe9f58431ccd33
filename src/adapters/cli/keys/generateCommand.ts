import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import type { Run } from "../command/Command.ts";
import { badUsage } from "../command/CommandFailed.ts";
import { presentWithoutStores, type Report } from "../report/present.ts";
import type { KeyForm } from "./KeyForm.ts";
import { Keys } from "./Keys.ts";
import { form, secret } from "./keyParameters.ts";

const notBoth = badUsage("--secret and --form exclude each other: remove one of them");

/** Generates a key in a form, or a secret if `form` is null. */
const report = (form: KeyForm | null) =>
  Effect.gen(function* () {
    const keys = yield* Keys;
    if (form === null) {
      const secret = Redacted.value(yield* keys.secret);
      return { text: secret, json: { secret } } satisfies Report;
    }
    const { publicKey, text } = yield* keys.generate(form);
    const key = Redacted.value(text).trimEnd();
    return { text: key, json: { form, key, publicKey } } satisfies Report;
  });

export const generate: Run = (given) => {
  if (!given(secret)) return presentWithoutStores(given, report(given(form) ?? "multibase"));
  return given(form) === null ? presentWithoutStores(given, report(null)) : notBoth;
};
