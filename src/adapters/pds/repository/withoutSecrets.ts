import * as Redacted from "effect/Redacted";
import type { PdsCredentials } from "../../../domain/record/write/Repository.ts";

/** What looks like a JSON Web Token, such as a proof. */
const jsonWebToken = /eyJ[\w-]{8,}(?:\.[\w-]*)*/g;

/** Leaves out of a text what a PDS repeats of the credentials that it was sent: its words are shown to the app. */
export const withoutSecrets =
  ({ accessToken }: PdsCredentials) =>
  (text: string): string =>
    text.replaceAll(Redacted.value(accessToken), "…").replace(jsonWebToken, "…");
