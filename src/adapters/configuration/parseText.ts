import { resolve } from "node:path";
import * as Arr from "effect/Array";
import * as Either from "effect/Either";
import * as LogLevel from "effect/LogLevel";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { Did } from "../../domain/atproto/Did.ts";
import { type IndexedField, parseIndexedField } from "../../domain/record/IndexedField.ts";

/** Reads a whole number between two bounds, both included. */
export const parseInteger =
  (least: number, most: number) =>
  (text: string): Either.Either<number, string> => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most
      ? Either.right(value)
      : Either.left(`must be a whole number from ${least} to ${most}`);
  };

/** Reads a folder for data; what the system makes up, such as /proc, holds none. */
export const parseFolder = (text: string): Either.Either<string, string> =>
  /^\/(?:proc|sys|dev)(?:\/|$)/.test(resolve(text))
    ? Either.left("must be a folder of a file system that keeps what is written")
    : Either.right(text);

const levels: ReadonlyArray<readonly [string, LogLevel.LogLevel]> = [
  ["trace", LogLevel.Trace],
  ["debug", LogLevel.Debug],
  ["info", LogLevel.Info],
  ["warning", LogLevel.Warning],
  ["error", LogLevel.Error],
  ["fatal", LogLevel.Fatal],
  ["none", LogLevel.None]
];

/** Reads a log level by its name. */
export const parseLogLevel = (text: string): Either.Either<LogLevel.LogLevel, string> =>
  Either.fromOption(
    Option.map(
      Arr.findFirst(levels, ([name]) => name === text.toLowerCase()),
      ([, level]) => level
    ),
    () => `must be one of ${levels.map(([name]) => name).join(", ")}`
  );

/** Reads DIDs with commas or spaces between. */
export const parseDids = (text: string): Either.Either<ReadonlyArray<Did>, string> =>
  Either.mapLeft(
    Schema.decodeUnknownEither(Schema.Array(Did))(text.split(/[\s,]+/).filter((part) => part !== "")),
    () => "must be DIDs separated by commas"
  );

/** Reads a yes or no. */
export const parseSwitch = (text: string): Either.Either<boolean, string> =>
  ["true", "false"].includes(text.toLowerCase())
    ? Either.right(text.toLowerCase() === "true")
    : Either.left("must be true or false");

const leastSecretLength = 32;

const mostIndexedFields = 64;

/** Reads fields to index, `collection:field` or with `:asc` or `:desc`, with commas or spaces between. */
export const parseIndexedFields = (text: string): Either.Either<ReadonlyArray<IndexedField>, string> => {
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  return parts.length > mostIndexedFields
    ? Either.left(`must name at most ${mostIndexedFields} fields`)
    : Either.mapLeft(
        Either.all(parts.map(parseIndexedField)),
        () => "must be collection:field, collection:field:asc or collection:field:desc, separated by commas"
      );
};

/** Reads whether clients may register themselves. */
export const parseRegistration = (text: string): Either.Either<"open" | "closed", string> =>
  text === "open" || text === "closed" ? Either.right(text) : Either.left("must be open or closed");

/** Reads the token that clients register themselves with: one that a Bearer header can carry, and nobody guesses. */
export const parseRegistrationToken = (text: string): Either.Either<Redacted.Redacted, string> =>
  text.length >= leastSecretLength && /^[A-Za-z0-9\-._~+/]+=*$/.test(text)
    ? Either.right(Redacted.make(text))
    : Either.left(
        `must have at least ${leastSecretLength} letters and digits (create it with openssl rand -base64 48)`
      );

/** Reads secrets with commas between, each long enough to make keys from. */
export const parseSecrets = (text: string): Either.Either<Arr.NonEmptyReadonlyArray<Redacted.Redacted>, string> => {
  const secrets = text.split(",").map((part) => part.trim());
  return Arr.isNonEmptyReadonlyArray(secrets) && secrets.every((secret) => secret.length >= leastSecretLength)
    ? Either.right(Arr.map(secrets, Redacted.make))
    : Either.left(`must have at least ${leastSecretLength} random characters (create it with openssl rand -base64 48)`);
};

/** Reads the connection URL of a PostgreSQL database. */
export const parseDatabaseUrl = (text: string): Either.Either<Redacted.Redacted, string> =>
  /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text)
    ? Either.right(Redacted.make(text))
    : Either.left("must be a URL that begins with postgres://");
