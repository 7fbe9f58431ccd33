import * as Options from "@effect/cli/Options";
import { defaultClientScope } from "../../../domain/client/registration/ClientProposal.ts";
import { choice } from "../command/choice.ts";

/** The fields of the registration form, as options. */
export const name = Options.text("name").pipe(
  Options.withDescription("The app's name, as people see it when they log in.")
);

export const type = choice("type", ["public", "confidential"]).pipe(
  Options.withDescription(
    "public: browser and mobile apps, without a secret. confidential: server-side apps, with a secret."
  )
);

export const redirectUri = Options.text("redirect-uri").pipe(
  Options.withDescription("Where people return after they logged in; repeat the option for more than one.")
);

export const scope = Options.text("scope").pipe(
  Options.withDescription(`What the app may ask for, for example "${defaultClientScope}".`)
);

export const mayAdminister = choice("may-administer", ["yes", "no"]).pipe(
  Options.withDescription(
    "Whether access tokens of the app administer, for accounts of ADMIN_DIDS; no by default, and for apps that registered themselves."
  ),
  Options.map((answer) => answer === "yes")
);

export const authMethod = choice("auth-method", [
  "none",
  "client_secret_basic",
  "client_secret_post",
  "private_key_jwt"
]).pipe(
  Options.withDescription(
    "How the app proves itself at the token endpoint; none for public apps. private_key_jwt needs --jwks or --jwks-uri."
  )
);
