import * as Data from "effect/Data";
import type { Did } from "../atproto/Did.ts";
import { isErasedDid } from "../personal/erasedValue.ts";
import type { AdministrationEvent } from "./AdministrationEvent.ts";
import { adminLifetimes } from "./adminLifetimes.ts";

/**
 * The session of an admin in one browser. `did` is null for a session opened with a setup token; `recovery` is true
 * when that token was for recovery. Times are in Unix milliseconds.
 */
export type AdminSession = Data.TaggedEnum<{
  Unknown: {};
  SignedIn: {
    readonly did: Did | null;
    readonly recovery: boolean;
    readonly usedAt: number;
    readonly expiresAt: number;
  };
  SignedOut: {};
}>;
export const AdminSession = Data.taggedEnum<AdminSession>();

export const initialAdminSession: AdminSession = AdminSession.Unknown();

/** Returns the state of an admin session after an event of its stream. */
export const evolveAdminSession = (state: AdminSession, event: AdministrationEvent): AdminSession => {
  switch (event._tag) {
    case "AdminSignedIn.v1": {
      const { did, expiresAt, recovery = false, signedInAt = expiresAt - adminLifetimes.session } = event;
      return AdminSession.SignedIn({ did, recovery, usedAt: signedInAt, expiresAt });
    }
    case "AdminSessionUsed.v1":
      return state._tag === "SignedIn" ? AdminSession.SignedIn({ ...state, usedAt: event.usedAt }) : state;
    case "AdminSignedOut.v1":
      return AdminSession.SignedOut();
    default:
      return state;
  }
};

/** Whether a session is valid at a time: it has neither ended nor expired from inactivity, and its account was not erased. */
export const isValid = (state: AdminSession, now: number): state is Extract<AdminSession, { _tag: "SignedIn" }> =>
  state._tag === "SignedIn" &&
  !(state.did !== null && isErasedDid(state.did)) &&
  now < state.expiresAt &&
  now < state.usedAt + adminLifetimes.idle;
