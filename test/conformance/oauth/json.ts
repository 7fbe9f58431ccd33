import * as Schema from "effect/Schema";

const JsonObject = Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown }));
const decode = Schema.decodeUnknownSync(JsonObject);
const isObject = Schema.is(Schema.Record({ key: Schema.String, value: Schema.Unknown }));

/** Reads a JSON object; rejects anything else. */
export const objectOf = (text: string): Readonly<Record<string, unknown>> => decode(text);

/** A member of a JSON object, undefined where it or the object is not there. */
export const memberOf = (text: string, name: string): unknown => {
  try {
    return decode(text)[name];
  } catch {
    return undefined;
  }
};

/** A value as an object, if it is one. */
export const asObject = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

/** The claims of a JWT, unverified. */
export const claimsOf = (jwt: string): Readonly<Record<string, unknown>> =>
  objectOf(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString());

/** The header of a JWT, unverified. */
export const headerOf = (jwt: string): Readonly<Record<string, unknown>> =>
  objectOf(Buffer.from(jwt.split(".")[0] ?? "", "base64url").toString());
