import * as Data from "effect/Data";
import type { Did } from "../atproto/Did.ts";
import type {
  AuthorizationEnd,
  AuthorizationEvent,
  AuthorizationRequested,
  ConfirmationAsked,
  LoginFailure,
  UpstreamLoginStarted
} from "./AuthorizationEvent.ts";

/** The account of an authorization, known after the user signed in. */
export interface Granted {
  readonly did: Did;
  readonly sessionId: string;
  /** What the app requested and the PDS granted. Tokens never contain more. */
  readonly scope: string;
}

/** The hashes of the current refresh token and the previous one. Times are in Unix milliseconds. */
export interface RefreshTokenState {
  readonly current: string;
  readonly currentExpiresAt: number;
  readonly replaced: string | null;
  readonly replacedAt: number;
}

/** The state of an authorization of an app by a user, as recorded in the log. */
export type Authorization = Data.TaggedEnum<{
  Unknown: {};
  Requested: { readonly request: AuthorizationRequested };
  AwaitingConfirmation: { readonly request: AuthorizationRequested; readonly asked: ConfirmationAsked };
  LoginStarted: { readonly request: AuthorizationRequested; readonly login: UpstreamLoginStarted };
  Returned: { readonly request: AuthorizationRequested; readonly login: UpstreamLoginStarted };
  LoggedIn: { readonly request: AuthorizationRequested; readonly granted: Granted };
  CodePending: {
    readonly request: AuthorizationRequested;
    readonly granted: Granted;
    readonly codeHash: string;
    readonly expiresAt: number;
    readonly refusals: number;
  };
  Active: {
    readonly request: AuthorizationRequested;
    readonly granted: Granted;
    readonly codeHash: string;
    readonly jkt: string | null;
    /** The key that authenticated the client at the request; null for every other method. */
    readonly clientKey: string | null;
    readonly tokens: RefreshTokenState;
  };
  Failed: { readonly request: AuthorizationRequested; readonly reason: LoginFailure };
  Ended: { readonly request: AuthorizationRequested; readonly granted: Granted; readonly reason: AuthorizationEnd };
}>;
export const Authorization = Data.taggedEnum<Authorization>();

export const initialAuthorization: Authorization = Authorization.Unknown();

/** Returns the state of an authorization after an event. An event that does not apply to the state changes nothing. */
export const evolveAuthorization = (state: Authorization, event: AuthorizationEvent): Authorization => {
  switch (event._tag) {
    case "AuthorizationRequested.v1":
      return state._tag === "Unknown" ? Authorization.Requested({ request: event }) : state;
    case "ConfirmationAsked.v1":
      return state._tag === "Requested"
        ? Authorization.AwaitingConfirmation({ request: state.request, asked: event })
        : state;
    case "ClientConfirmed.v1":
      return state._tag === "AwaitingConfirmation" ? Authorization.Requested({ request: state.request }) : state;
    case "ClientDeclined.v1":
      return state._tag === "AwaitingConfirmation"
        ? Authorization.Failed({ request: state.request, reason: "access-denied" })
        : state;
    case "UpstreamLoginStarted.v1":
      return state._tag === "Requested" || state._tag === "LoginStarted"
        ? Authorization.LoginStarted({ request: state.request, login: event })
        : state;
    case "UpstreamReturned.v1":
      return state._tag === "LoginStarted"
        ? Authorization.Returned({ request: state.request, login: state.login })
        : state;
    case "LoginFailed.v1":
      return state._tag === "Requested" || state._tag === "LoginStarted" || state._tag === "Returned"
        ? Authorization.Failed({ request: state.request, reason: event.reason })
        : state;
    case "LoginCompleted.v1":
      return state._tag === "Returned"
        ? Authorization.LoggedIn({
            request: state.request,
            granted: { did: event.did, sessionId: event.sessionId, scope: event.scope }
          })
        : state;
    case "CodeIssued.v1":
      return state._tag === "LoggedIn"
        ? Authorization.CodePending({ ...state, codeHash: event.codeHash, expiresAt: event.expiresAt, refusals: 0 })
        : state;
    case "CodeRefused.v1":
      return state._tag === "CodePending"
        ? Authorization.CodePending({ ...state, refusals: state.refusals + 1 })
        : state;
    case "CodeExchanged.v1":
      return state._tag === "CodePending"
        ? Authorization.Active({
            request: state.request,
            granted: state.granted,
            codeHash: state.codeHash,
            jkt: event.jkt,
            clientKey: event.clientKey ?? null,
            tokens: {
              current: event.refreshHash,
              currentExpiresAt: event.refreshExpiresAt,
              replaced: null,
              replacedAt: event.exchangedAt
            }
          })
        : state;
    case "TokensRefreshed.v1":
      return state._tag === "Active"
        ? Authorization.Active({
            ...state,
            tokens: {
              current: event.refreshHash,
              currentExpiresAt: event.refreshExpiresAt,
              replaced: event.replacedHash,
              replacedAt: event.refreshedAt
            }
          })
        : state;
    case "AuthorizationEnded.v1":
      return "granted" in state && state._tag !== "Ended"
        ? Authorization.Ended({ request: state.request, granted: state.granted, reason: event.reason })
        : state;
  }
};
