import { resolve } from "node:path";
import * as Arr from "effect/Array";
import * as Either from "effect/Either";
import * as LogLevel from "effect/LogLevel";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { Did } from "../../../domain/atproto/Did.ts";
import { Nsid } from "../../../domain/atproto/Nsid.ts";
import { PublicBearer } from "../../../domain/client/authentication/PublicBearer.ts";
import { type IndexedField, parseIndexedField } from "../../../domain/record/index/IndexedField.ts";
import { didYouMean } from "../../../domain/text/closestMatch.ts";
import { parseItems } from "./parseList.ts";

/** Parses a whole number from `min` to `max`. */
export const parseInteger =
  (min: number, max: number) =>
  (text: string): Either.Either<number, string> => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max
      ? Either.right(value)
      : Either.left(`must be a whole number from ${min} to ${max}`);
  };

/** Parses a folder for data. Virtual file systems such as /proc cannot store any. */
export const parseFolder = (text: string): Either.Either<string, string> =>
  /^\/(?:proc|sys|dev)(?:\/|$)/.test(resolve(text))
    ? Either.left("must be a folder of a file system that stores data, and not of /proc, /sys or /dev")
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

/** Parses the name of a log level. */
export const parseLogLevel = (text: string): Either.Either<LogLevel.LogLevel, string> =>
  Either.fromOption(
    Option.map(
      Arr.findFirst(levels, ([name]) => name === text.toLowerCase()),
      ([, level]) => level
    ),
    () => {
      const names = levels.map(([name]) => name);
      return `must be one of ${names.join(", ")}${didYouMean(text, names)}`;
    }
  );

/** The DIDs that an account can have: a did:plc of 24 characters, or a did:web of a host (AT Protocol, DID). */
const accountDid = /^did:(?:plc:[a-z2-7]{24}|web:[^:]+)$/;

/** Parses the DIDs of accounts, separated by commas or spaces. */
export const parseDids = parseItems((items) =>
  Either.mapLeft(
    Schema.decodeUnknownEither(Schema.Array(Did.pipe(Schema.pattern(accountDid))))(items),
    () => "must be DIDs of accounts separated by commas, each a did:plc with 24 letters and digits or a did:web"
  )
);

/** Parses true or false. */
export const parseSwitch = (text: string): Either.Either<boolean, string> =>
  ["true", "false"].includes(text.toLowerCase())
    ? Either.right(text.toLowerCase() === "true")
    : Either.left(`must be true or false${didYouMean(text, ["true", "false"])}`);

const minSecretLength = 32;

const maxIndexedFields = 64;

const isNsid = Schema.is(Nsid);
const isOfCollection = ({ collection }: IndexedField): boolean => isNsid(collection);

/** Parses fields to index, separated by commas or spaces: `collection:field`, optionally with `:asc`, `:desc` or `:search`. */
export const parseIndexedFields = parseItems(
  (items): Either.Either<ReadonlyArray<IndexedField>, string> =>
    items.length > maxIndexedFields
      ? Either.left(`must name up to ${maxIndexedFields} fields`)
      : Either.mapLeft(
          Either.all(items.map((item) => Either.filterOrLeft(parseIndexedField(item), isOfCollection, () => item))),
          () => "must be collection:field, which :asc, :desc or :search may follow, separated by commas"
        )
);

/** Parses whether clients may register themselves. */
export const parseRegistration = (text: string): Either.Either<"open" | "closed", string> =>
  text === "open" || text === "closed"
    ? Either.right(text)
    : Either.left(`must be open or closed${didYouMean(text, ["open", "closed"])}`);

/** Parses what public clients without DPoP may do. */
export const parsePublicBearer = (text: string): Either.Either<PublicBearer, string> =>
  Either.mapLeft(
    Schema.decodeUnknownEither(PublicBearer)(text),
    () => `must be off, read or write${didYouMean(text, PublicBearer.literals)}`
  );

/** Parses the token that clients register themselves with: long enough not to be guessed, in the characters of a Bearer header. */
export const parseBearerToken = (text: string): Either.Either<Redacted.Redacted, string> =>
  text.length >= minSecretLength && /^[A-Za-z0-9\-._~+/]+=*$/.test(text)
    ? Either.right(Redacted.make(text))
    : Either.left(
        `must have at least ${minSecretLength} letters and digits (generate it with openssl rand -base64 48)`
      );

/** Parses secrets separated by commas, each long enough to derive keys from. */
export const parseSecrets = (text: string): Either.Either<Arr.NonEmptyReadonlyArray<Redacted.Redacted>, string> => {
  const secrets = text.split(",").map((part) => part.trim());
  return Arr.isNonEmptyReadonlyArray(secrets) && secrets.every((secret) => secret.length >= minSecretLength)
    ? Either.right(Arr.map(secrets, Redacted.make))
    : Either.left(`must have at least ${minSecretLength} random characters (generate it with openssl rand -base64 48)`);
};

/** Parses ids of keys, separated by commas. */
export const parseKeyIds = (text: string): Either.Either<ReadonlyArray<string>, string> => {
  const ids = text.split(",").map((part) => part.trim());
  return ids.every((id) => /^[A-Za-z0-9_-]{8,64}$/.test(id))
    ? Either.right(ids)
    : Either.left("must be ids of keys separated by commas, as the error of a refused start names them");
};

/** Parses the connection URL of a PostgreSQL database. */
export const parseDatabaseUrl = (text: string): Either.Either<Redacted.Redacted, string> => {
  if (!/^postgres(?:ql)?:\/\/[^#]+$/.test(text) || !URL.canParse(text))
    return Either.left("must be a URL that begins with postgres://, with any # in its password written as %23");
  return Either.right(Redacted.make(text));
};

/** Parses the connection URLs of replicas of the database, separated by commas. */
export const parseDatabaseUrls = parseItems(
  (items): Either.Either<ReadonlyArray<Redacted.Redacted>, string> =>
    Either.mapLeft(
      Either.all(items.map(parseDatabaseUrl)),
      () =>
        "must be URLs that begin with postgres://, separated by commas, with any # in a password written as %23 and any comma as %2C"
    )
);
