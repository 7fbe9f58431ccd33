import { flag, oneOf, optional, textFor, wholeNumber } from "../command/Parameter.ts";

export const account = optional("--account", textFor("account"), "The account: a DID, or a handle known here.");

export const client = optional("--client", textFor("client-id"), "The client ID of the app.");

export const sessionId = optional("--id", textFor("session-id"), "One session, as sessions list prints it.");

export const state = optional("--state", oneOf(["active", "ended"]), "Only these sessions; all of them by default.");

export const limit = optional("--limit", wholeNumber("count", 1, 1_000), "How many to list; 50 by default.");

export const confirmEnd = flag("--yes", "Confirm that the users are signed out.");
