import * as Data from "effect/Data";
import type { AdministrationEvent } from "./AdministrationEvent.ts";

/** A one-time token for the first admin, or for recovery. `expiresAt` is in Unix milliseconds. */
export type SetupToken = Data.TaggedEnum<{
  Unknown: {};
  Issued: { readonly expiresAt: number; readonly recovery: boolean };
  Used: {};
}>;
export const SetupToken = Data.taggedEnum<SetupToken>();

export const initialSetupToken: SetupToken = SetupToken.Unknown();

/** Returns the state of a setup token after an event of its stream. */
export const evolveSetupToken = (state: SetupToken, event: AdministrationEvent): SetupToken => {
  switch (event._tag) {
    case "SetupTokenIssued.v1":
      return SetupToken.Issued({ expiresAt: event.expiresAt, recovery: event.recovery ?? false });
    case "SetupTokenUsed.v1":
      return SetupToken.Used();
    default:
      return state;
  }
};
