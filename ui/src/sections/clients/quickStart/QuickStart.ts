import type { OAuthClientType, OAuthTokenEndpointAuthMethod } from "../../../api/documents.ts";

/** What a quick start needs to know of a client. */
export interface QuickStartClient {
  readonly clientId: string;
  readonly clientType: OAuthClientType;
  readonly tokenEndpointAuthMethod: OAuthTokenEndpointAuthMethod;
  readonly redirectUris: ReadonlyArray<string>;
}

/** A program that works as it is, for one client of one instance. */
export interface QuickStart {
  /** What the program does and does not do, if it signs nobody in. */
  readonly note: string | null;
  /** The commands that come first; null if nothing has to be installed. */
  readonly install: string | null;
  /** The name of the file. */
  readonly file: string;
  readonly code: string;
  /** The command that runs it; null if a browser does. */
  readonly run: string | null;
}

/** Writes a string literal that a registered value cannot break out of, nor out of the script around it. */
export const literal = (value: string): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** Writes a word of a shell that a registered value cannot break out of. */
export const shellWord = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`;

/** Returns where users return to: the first redirect URI. */
export const redirectUriOf = ({ redirectUris }: QuickStartClient): string => redirectUris[0] ?? "";

/** A query that works on every instance, without a sign-in: it lists what can be queried. */
export const publicDocument = "{ __schema { queryType { fields { name } } } }";
