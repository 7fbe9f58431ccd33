import type { OAuthClientType } from "../../api/documents.ts";

/** The values of the client form. */
export interface ClientDraft {
  readonly name: string;
  readonly type: OAuthClientType;
  readonly redirectUris: ReadonlyArray<string>;
  readonly scope: string;
}
