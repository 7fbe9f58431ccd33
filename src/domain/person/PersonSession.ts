import * as Data from "effect/Data";
import type { Did } from "../atproto/Did.ts";
import type { PersonEvent } from "./PersonEvent.ts";

/** How long a person stays signed in to the page of their own sign-ins, in milliseconds, whatever they do there. */
export const personSessionLifetime = 60 * 60_000;

/** A browser in which a person is signed in to see their own sign-ins; `expiresAt` in Unix milliseconds. */
export type PersonSession = Data.TaggedEnum<{
  Unknown: {};
  SignedIn: { readonly did: Did; readonly expiresAt: number };
  SignedOut: {};
}>;
export const PersonSession = Data.taggedEnum<PersonSession>();

export const initialPersonSession: PersonSession = PersonSession.Unknown();

/** What such a session is after an event of its stream. */
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
