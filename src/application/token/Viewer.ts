import type { Did } from "../../domain/atproto/Did.ts";
import type { Scope } from "../../domain/scope/Scope.ts";

/** Who makes a request, through which app, by which authorization, and what that permits. */
export interface Viewer {
  readonly did: Did;
  readonly clientId: string;
  readonly authorizationId: string;
  readonly scope: Scope;
}
