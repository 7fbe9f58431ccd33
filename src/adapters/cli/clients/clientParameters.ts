import { lifetimeBounds } from "../../../domain/client/ClientLifetimes.ts";
import { durationInWords } from "../../../domain/time/durationInWords.ts";
import { duration } from "../command/duration.ts";
import { atLeastOne, flag, oneOf, optional, repeated, required, text } from "../command/Parameter.ts";

/** The client that a command is about. */
export const clientId = required("<client-id>", text, "The client, as tidemark clients list shows it.");

const nameDescription = "The app's name, as users see it when they log in.";
export const name = required("--name", text, nameDescription);
export const newName = optional("--name", text, nameDescription);

export const type = required(
  "--type",
  oneOf(["public", "confidential"]),
  "public: browser and mobile apps, without a secret. confidential: server-side apps, with a secret."
);

const redirectUriDescription = "Where users return after they log in; repeat the option for more than one.";
export const redirectUris = atLeastOne("--redirect-uri", text, redirectUriDescription);
export const newRedirectUris = repeated("--redirect-uri", text, redirectUriDescription);

export const scope = optional(
  "--scope",
  text,
  'The scope that the app may request, for example "atproto transition:generic".'
);

export const authMethod = optional(
  "--auth-method",
  oneOf(["none", "client_secret_basic", "client_secret_post", "private_key_jwt"]),
  "How the app authenticates at the token endpoint; none for public apps. private_key_jwt requires --jwks or --jwks-uri."
);

export const jwks = optional("--jwks", text, "The public keys of private_key_jwt, as a JWK set: '{\"keys\":[…]}'.");

export const jwksUri = optional(
  "--jwks-uri",
  text,
  "The https URL where the app publishes the keys of private_key_jwt."
);

export const mayAdminister = optional(
  "--may-administer",
  oneOf(["yes", "no"]),
  "Whether access tokens of the app may administer the instance for accounts in ADMIN_DIDS; no by default. It cannot be yes for apps that registered themselves."
);

const lifetime = (option: string, description: string, bounds: readonly [number, number]) =>
  optional(
    option,
    duration,
    `${description}: ${durationInWords(bounds[0])} to ${durationInWords(bounds[1])}, as 90s, 15m, 12h or 30d; a number alone is in seconds. If omitted, the default for all apps applies.`
  );

export const accessTokenLifetime = lifetime(
  "--access-token",
  "How long an access token is valid",
  lifetimeBounds.accessToken
);
export const refreshTokenLifetime = lifetime(
  "--refresh-token",
  "How long an unused refresh token is valid",
  lifetimeBounds.refreshToken
);
export const authorizationLifetime = lifetime(
  "--authorization",
  "How long a session lasts, however often it is refreshed",
  lifetimeBounds.authorization
);

export const keepOld = optional(
  "--keep-old",
  duration,
  "How long the old secret is still accepted beside the new one: whole hours or days, such as 24h or 7d, up to 30d. If omitted, it ends immediately."
);

export const confirmDeletion = flag("--yes", "Confirms the deletion.");
