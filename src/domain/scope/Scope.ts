import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { Permission, RepoAction } from "./Permission.ts";
import { parsePermission } from "./parsePermission.ts";

/** A scope cannot be granted. `value` is the first value that is malformed, unknown or not allowed. */
export class InvalidScope extends Schema.TaggedError<InvalidScope>()("InvalidScope", {
  reason: Schema.Literal("empty", "malformed", "atproto-missing", "beyond-allowed"),
  value: Schema.String
}) {}

/** A parsed scope: each value as written, in the given order, and what it permits. */
export type Scope = ReadonlyArray<{ readonly text: string; readonly permission: Permission }>;

/** Parses a space-separated scope. Every value must be known; duplicates are ignored (RFC 6749 section 3.3). */
export const parseScope = (text: string): Either.Either<Scope, InvalidScope> => {
  const values = [...new Set(text.split(" ").filter((value) => value !== ""))];
  if (values.length === 0) return Either.left(new InvalidScope({ reason: "empty", value: "" }));
  return Either.all(
    values.map((value) =>
      Option.match(parsePermission(value), {
        onNone: () => Either.left(new InvalidScope({ reason: "malformed", value })),
        onSome: (permission) => Either.right({ text: value, permission })
      })
    )
  );
};

/**
 * Values that OpenID Connect libraries add to every scope. This service issues no ID tokens, and always issues refresh
 * tokens.
 */
const ignoredValues: ReadonlyArray<string> = ["openid", "offline_access"];

/** Removes the OpenID Connect values from a requested scope, which a server may ignore (RFC 6749 section 3.3). */
export const withoutIgnoredValues = (text: string): string =>
  text
    .split(" ")
    .filter((value) => value !== "" && !ignoredValues.includes(value))
    .join(" ");

/** Parses a scope granted by another server and ignores unknown values. */
export const knownScope = (text: string): Scope =>
  [...new Set(text.split(" "))].flatMap((value) =>
    Option.match(parsePermission(value), { onNone: () => [], onSome: (permission) => [{ text: value, permission }] })
  );

/** Formats a scope with its values separated by single spaces. */
export const formatScope = (scope: Scope): string => scope.map((value) => value.text).join(" ");

const mimeWithin = (mime: string, accept: string): boolean => {
  if (accept === "*/*" || accept === mime) return true;
  return accept.endsWith("/*") && mime.startsWith(accept.slice(0, -1));
};

const coversCollection = (allowed: Permission, collection: string, action: RepoAction): boolean => {
  if (allowed._tag === "TransitionGeneric") return true;
  if (allowed._tag !== "Repo" || !allowed.actions.includes(action)) return false;
  return allowed.collections.includes("*") || allowed.collections.includes(collection);
};

const coversMime = (allowed: Permission, mime: string): boolean => {
  if (allowed._tag === "TransitionGeneric") return true;
  return allowed._tag === "Blob" && allowed.accept.some((accept) => mimeWithin(mime, accept));
};

/** Whether a scope permits an action on the records of a collection. */
export const allowsRecordWrite = (scope: Scope, collection: string, action: RepoAction): boolean =>
  scope.some(({ permission }) => coversCollection(permission, collection, action));

/** Whether a scope permits uploading a blob of a media type. */
export const allowsBlobUpload = (scope: Scope, mimeType: string): boolean =>
  scope.some(({ permission }) => coversMime(permission, mimeType.toLowerCase()));

const covers = (allowed: Scope, text: string, permission: Permission): boolean => {
  if (allowed.some((value) => value.text === text)) return true;
  if (permission._tag === "Repo") {
    return permission.collections.every((collection) =>
      permission.actions.every((action) => allowsRecordWrite(allowed, collection, action))
    );
  }
  return permission._tag === "Blob" && permission.accept.every((accept) => allowsBlobUpload(allowed, accept));
};

/** Checks that another scope permits everything in a scope; fails with the first value that it does not permit. */
export const scopeWithin = (requested: Scope, allowed: Scope): Either.Either<Scope, InvalidScope> => {
  const beyond = requested.find((value) => !covers(allowed, value.text, value.permission));
  return beyond === undefined
    ? Either.right(requested)
    : Either.left(new InvalidScope({ reason: "beyond-allowed", value: beyond.text }));
};

/** Returns the values of a scope that another one permits, for when the user or the PDS grants less. */
export const scopeIntersection = (requested: Scope, granted: Scope): Scope =>
  requested.filter((value) => covers(granted, value.text, value.permission));

/** A scope must contain `atproto`, because every authorization needs a session at a PDS (AT Protocol, OAuth). */
export const requireAtproto = (scope: Scope): Either.Either<Scope, InvalidScope> =>
  scope.some(({ permission }) => permission._tag === "Atproto")
    ? Either.right(scope)
    : Either.left(new InvalidScope({ reason: "atproto-missing", value: "atproto" }));
