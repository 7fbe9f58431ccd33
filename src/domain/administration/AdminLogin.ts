import * as Data from "effect/Data";
import type { AdministrationEvent, AdminLoginStarted } from "./AdministrationEvent.ts";

/** The way of somebody who wants to administer to their PDS and back. */
export type AdminLogin = Data.TaggedEnum<{
  Unknown: {};
  Started: { readonly started: AdminLoginStarted };
  Returned: { readonly started: AdminLoginStarted };
  Over: {};
}>;
export const AdminLogin = Data.taggedEnum<AdminLogin>();

export const initialAdminLogin: AdminLogin = AdminLogin.Unknown();

/** What such a login is after an event of its stream. */
export const evolveAdminLogin = (state: AdminLogin, event: AdministrationEvent): AdminLogin => {
  switch (event._tag) {
    case "AdminLoginStarted.v1":
      return state._tag === "Unknown" ? AdminLogin.Started({ started: event }) : state;
    case "AdminLoginReturned.v1":
      return state._tag === "Started" ? AdminLogin.Returned({ started: state.started }) : state;
    case "AdminLoginCompleted.v1":
    case "AdminLoginFailed.v1":
      return AdminLogin.Over();
    default:
      return state;
  }
};
