import * as Data from "effect/Data";
import type { AdministrationEvent, AdminLoginStarted } from "../administration/AdministrationEvent.ts";
import type { PersonEvent, PersonLoginStarted } from "./PersonEvent.ts";

/** How a login starts that only verifies the identity of a user, for any purpose. */
export type IdentityLoginStarted = AdminLoginStarted | PersonLoginStarted;

/** The state of a login that verifies the identity of a user at their PDS. */
export type IdentityLogin = Data.TaggedEnum<{
  Unknown: {};
  Started: { readonly started: IdentityLoginStarted };
  Returned: { readonly started: IdentityLoginStarted };
  Over: {};
}>;
export const IdentityLogin = Data.taggedEnum<IdentityLogin>();

export const initialIdentityLogin: IdentityLogin = IdentityLogin.Unknown();

/** Returns the state of an identity login after an event of its stream. */
export const evolveIdentityLogin = (state: IdentityLogin, event: AdministrationEvent | PersonEvent): IdentityLogin => {
  switch (event._tag) {
    case "AdminLoginStarted.v1":
    case "PersonLoginStarted.v1":
      return state._tag === "Unknown" ? IdentityLogin.Started({ started: event }) : state;
    case "AdminLoginReturned.v1":
    case "PersonLoginReturned.v1":
      return state._tag === "Started" ? IdentityLogin.Returned({ started: state.started }) : state;
    case "AdminLoginCompleted.v1":
    case "AdminLoginFailed.v1":
    case "PersonLoginCompleted.v1":
    case "PersonLoginFailed.v1":
      return IdentityLogin.Over();
    default:
      return state;
  }
};
