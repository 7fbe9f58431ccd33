import type { Did } from "../../domain/atproto/Did.ts";
import type { Scope } from "../../domain/scope/Scope.ts";

/** The user who makes a request, the app and the authorization, and the scope that it permits. */
export interface Viewer {
  readonly did: Did;
  readonly clientId: string;
  readonly authorizationId: string;
  readonly scope: Scope;
}
