import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import { audit, form, secret, webhook } from "./keyParameters.ts";

const publicKey = { kty: "EC", crv: "P-256", x: "…", y: "…", kid: "…", alg: "ES256", use: "sig" };

/** The commands about the keys of the service. */
export const keyCommands = {
  keys: group({
    description: "Generates keys for the service, and shows those that it has.",
    examples: ["tidemark keys generate"]
  }),
  "keys generate": command({
    description:
      "Generates a private key for OAUTH_SIGNING_KEY or AUDIT_SIGNING_KEY, or a secret for SECRET_KEY_BASE or WEBHOOK_SECRET, and prints nothing else. Store it where the service reads it, and nowhere else.",
    parameters: [form, audit, secret, webhook, json],
    examples: [
      "tidemark keys generate",
      'echo "OAUTH_SIGNING_KEY=$(tidemark keys generate)" >> .env',
      "tidemark keys generate --form pem > signing-key.pem",
      'echo "AUDIT_SIGNING_KEY=$(tidemark keys generate --audit)" >> .env',
      'echo "SECRET_KEY_BASE=$(tidemark keys generate --secret)" >> .env',
      'echo "WEBHOOK_SECRET=$(tidemark keys generate --webhook)" >> .env'
    ],
    jsonExample: { form: "multibase", key: "z42t…", publicKey },
    load: async () => (await import("./generateCommand.ts")).generate
  }),
  "keys show": command({
    description:
      "Shows the public keys of the service: those that sign tokens, with their thumbprints, as PDSes and apps receive them, and the verifier keys of the log. The first key of each signs. Verifier keys of earlier keys and public URLs are at /log/key. Private keys are never shown.",
    parameters: [json],
    examples: ["tidemark keys show", "tidemark keys show --json"],
    jsonExample: {
      source: "OAUTH_SIGNING_KEY",
      signs: "…",
      keys: [publicKey],
      checkpoints: { source: "AUDIT_SIGNING_KEY", verifierKeys: ["tidemark.example.com/log+db6f0c98+AdqY…"] }
    },
    load: async () => (await import("./showCommand.ts")).show
  })
};
