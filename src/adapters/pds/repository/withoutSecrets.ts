import * as Redacted from "effect/Redacted";
import type { PdsCredentials } from "../../../domain/record/write/Repository.ts";

/** Matches a JSON Web Token, such as a proof. */
const jsonWebToken = /eyJ[\w-]{8,}(?:\.[\w-]*)*/g;

/** Removes credentials that a PDS repeats in a message, because the message is shown to the app. */
export const withoutSecrets =
  ({ accessToken }: PdsCredentials) =>
  (text: string): string =>
    text.replaceAll(Redacted.value(accessToken), "…").replace(jsonWebToken, "…");
