import type { LoginFailure, LoginFailureDetail } from "../../src/domain/authorization/AuthorizationEvent.ts";
import type { HostilePds, Misbehaviours } from "./HostilePds.ts";

/** Where the browser comes back with, given what an honest server would have sent. */
export type Return = (honest: URLSearchParams, pds: HostilePds) => URLSearchParams;

/** What a hostile PDS does in a login, and how the login must end. */
export interface Case {
  readonly name: string;
  readonly step: "account" | "metadata" | "push" | "return" | "tokens" | "check";
  /** What it does from the start. */
  readonly does?: Misbehaviours;
  /** What it does once the browser is at the PDS. */
  readonly later?: Misbehaviours;
  readonly returns?: Return;
  /** What the app names: the account, unless it is the server. */
  readonly hint?: "account" | "server";
  /** The reason of the event that ends the login, and its detail. */
  readonly event: readonly [reason: LoginFailure, detail: LoginFailureDetail | null];
  /** What the app is told, or the status of the page that the person sees. */
  readonly shows: string | 400 | 403;
  /** Whether tokens were there, and so must have been given back. */
  readonly givenBack?: boolean;
}
