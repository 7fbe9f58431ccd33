import type { OAuthClientType } from "../../api/documents.ts";

/** The form of a client as it is filled in. */
export interface ClientDraft {
  readonly name: string;
  readonly type: OAuthClientType;
  readonly redirectUris: ReadonlyArray<string>;
  readonly scope: string;
}
