import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import type { Run } from "../command/Command.ts";
import { badUsage } from "../command/CommandFailed.ts";
import { presentWithoutStores, type Report } from "../report/present.ts";
import type { KeyForm } from "./KeyForm.ts";
import { Keys } from "./Keys.ts";
import { audit, form, secret, webhook } from "./keyParameters.ts";

const onlyOne = badUsage("--audit, --secret, --webhook and --form exclude each other: use only one of them");

/** Generates a key for `AUDIT_SIGNING_KEY`. */
const auditKey = Effect.map(
  Effect.flatMap(Keys, ({ audit }) => audit),
  (line): Report => ({ text: Redacted.value(line), json: { auditKey: Redacted.value(line) } })
);

/** Generates a secret for `WEBHOOK_SECRET`. */
const webhookSecret = Effect.map(
  Effect.flatMap(Keys, ({ webhook }) => webhook),
  (secret): Report => ({ text: Redacted.value(secret), json: { secret: Redacted.value(secret) } })
);

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
  const asked = [given(audit), given(secret), given(webhook), given(form) !== null].filter((is) => is).length;
  if (asked > 1) return onlyOne;
  if (given(audit)) return presentWithoutStores(given, auditKey);
  if (given(webhook)) return presentWithoutStores(given, webhookSecret);
  return presentWithoutStores(given, report(given(secret) ? null : (given(form) ?? "multibase")));
};
