import { flag, oneOf, optional } from "../command/Parameter.ts";
import { keyForms } from "./KeyForm.ts";

export const form = optional(
  "--form",
  oneOf(keyForms),
  "The format of the key: multibase (one line, the default), pem or jwk."
);

export const audit = flag(
  "--audit",
  "Generate an Ed25519 key for AUDIT_SIGNING_KEY, which signs checkpoints of the event log."
);

export const webhook = flag("--webhook", "Generate a secret for WEBHOOK_SECRET instead of a key.");

export const secret = flag("--secret", "Generate a secret for SECRET_KEY_BASE instead of a key.");
