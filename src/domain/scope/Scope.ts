import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { Permission, RepoAction } from "./Permission.ts";
import { parsePermission } from "./parsePermission.ts";

/** A scope that cannot be granted: `value` is the first value that is malformed, unknown or beyond what is allowed. */
export class InvalidScope extends Schema.TaggedError<InvalidScope>()("InvalidScope", {
  reason: Schema.Literal("empty", "malformed", "atproto-missing", "beyond-allowed"),
  value: Schema.String
}) {}

/** A scope in its parts: each value as it is spelled, and what it permits. Spelled in the order it was given. */
export type Scope = ReadonlyArray<{ readonly text: string; readonly permission: Permission }>;

/** Reads a space separated scope; every value must be known (RFC 6749 section 3.3). Repeated values count once. */
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

/** What libraries of OpenID Connect add to every scope. This service issues no ID token, and refresh tokens without being asked. */
const ignoredValues: ReadonlyArray<string> = ["openid", "offline_access"];

/** A scope as a client sends it, without the values of OpenID Connect, which a server may ignore (RFC 6749 section 3.3). */
export const withoutIgnoredValues = (text: string): string =>
  text
    .split(" ")
    .filter((value) => value !== "" && !ignoredValues.includes(value))
    .join(" ");

/** The values of a scope that are known, the others left out: how what somebody else grants is read. */
export const knownScope = (text: string): Scope =>
  [...new Set(text.split(" "))].flatMap((value) =>
    Option.match(parsePermission(value), { onNone: () => [], onSome: (permission) => [{ text: value, permission }] })
  );

/** Writes a scope as it travels: its values separated by single spaces. */
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

/** Whether a scope permits the upload of a blob of a media type. */
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

/** Whether everything that a scope permits is permitted by another; the first value that is not, otherwise. */
export const scopeWithin = (requested: Scope, allowed: Scope): Either.Either<Scope, InvalidScope> => {
  const beyond = requested.find((value) => !covers(allowed, value.text, value.permission));
  return beyond === undefined
    ? Either.right(requested)
    : Either.left(new InvalidScope({ reason: "beyond-allowed", value: beyond.text }));
};

/** The values of a scope that another one permits; what is left when the person or the PDS grants less. */
export const scopeIntersection = (requested: Scope, granted: Scope): Scope =>
  requested.filter((value) => covers(granted, value.text, value.permission));

/** A scope must name `atproto`, since every authorization is for a session at a PDS (AT Protocol, OAuth). */
export const requireAtproto = (scope: Scope): Either.Either<Scope, InvalidScope> =>
  scope.some(({ permission }) => permission._tag === "Atproto")
    ? Either.right(scope)
    : Either.left(new InvalidScope({ reason: "atproto-missing", value: "atproto" }));
