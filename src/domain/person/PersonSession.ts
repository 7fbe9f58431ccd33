import * as Data from "effect/Data";
import type { Did } from "../atproto/Did.ts";
import type { PersonEvent } from "./PersonEvent.ts";

/** The lifetime of a session at `/account` in milliseconds, regardless of activity. */
export const personSessionLifetime = 60 * 60_000;

/** The session of a user at `/account` in one browser. `expiresAt` is in Unix milliseconds. */
export type PersonSession = Data.TaggedEnum<{
  Unknown: {};
  SignedIn: { readonly did: Did; readonly expiresAt: number };
  SignedOut: {};
}>;
export const PersonSession = Data.taggedEnum<PersonSession>();

export const initialPersonSession: PersonSession = PersonSession.Unknown();

/** Returns the state of such a session after an event of its stream. */
export const evolvePersonSession = (state: PersonSession, event: PersonEvent): PersonSession => {
  switch (event._tag) {
    case "PersonSignedIn.v1":
      return state._tag === "Unknown" ? PersonSession.SignedIn({ did: event.did, expiresAt: event.expiresAt }) : state;
    case "PersonSignedOut.v1":
      return PersonSession.SignedOut();
    default:
      return state;
  }
};
