import type { Did } from "../../../domain/atproto/Did.ts";
import type { ClientOrigin } from "../../../domain/client/ClientEvent.ts";
import type { EventMetadata } from "../../event/toNewEvent.ts";

/**
 * Who manages a client: an admin in a browser (`did` null for the set-up token), the operator on the machine, or the
 * client itself, from an address on the network.
 */
export type ClientOperator =
  | { readonly _tag: "Admin"; readonly did: Did | null }
  | { readonly _tag: "Operator" }
  | { readonly _tag: "Client"; readonly address: string };

/** How their actions are signed in the log. */
export const clientEventMetadata = (operator: ClientOperator, clientId: string): EventMetadata => {
  switch (operator._tag) {
    case "Admin":
      return { actor: { type: "admin", id: operator.did }, clientId };
    case "Operator":
      return { actor: { type: "operator", id: null }, clientId };
    case "Client":
      return { actor: { type: "client", id: clientId }, clientId };
  }
};

/** What a client is called that they put here. */
export const originOf = (operator: ClientOperator): ClientOrigin => {
  switch (operator._tag) {
    case "Admin":
      return "admin";
    case "Operator":
      return "operator";
    case "Client":
      return "dynamic";
  }
};

/** Where a client is that manages itself; null for everybody else. */
export const addressOf = (operator: ClientOperator): string | null =>
  operator._tag === "Client" ? operator.address : null;
