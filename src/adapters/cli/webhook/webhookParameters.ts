import { optional, required, textFor, wholeNumber } from "../command/Parameter.ts";

export const messageId = required("--id", textFor("message-id"), "The message, as webhook status prints it.");

export const limit = optional("--limit", wholeNumber("count", 1, 200), "How many messages to list; 20 by default.");
