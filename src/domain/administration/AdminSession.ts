import * as Data from "effect/Data";
import type { Did } from "../atproto/Did.ts";
import type { AdministrationEvent } from "./AdministrationEvent.ts";

/** A browser in which an admin is signed in. `did` is null for who came with the set-up token; times in Unix milliseconds. */
export type AdminSession = Data.TaggedEnum<{
  Unknown: {};
  SignedIn: { readonly did: Did | null; readonly expiresAt: number };
  SignedOut: {};
}>;
export const AdminSession = Data.taggedEnum<AdminSession>();

export const initialAdminSession: AdminSession = AdminSession.Unknown();

/** What an admin session is after an event of its stream. */
export const evolveAdminSession = (state: AdminSession, event: AdministrationEvent): AdminSession => {
  switch (event._tag) {
    case "AdminSignedIn.v1":
      return AdminSession.SignedIn({ did: event.did, expiresAt: event.expiresAt });
    case "AdminSignedOut.v1":
      return AdminSession.SignedOut();
    default:
      return state;
  }
};
