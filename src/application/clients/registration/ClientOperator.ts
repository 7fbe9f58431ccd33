import type { Did } from "../../../domain/atproto/Did.ts";
import type { ClientOrigin } from "../../../domain/client/ClientEvent.ts";
import type { EventMetadata } from "../../event/toNewEvent.ts";

/**
 * Who manages a client: an admin in a browser (`did` null for the set-up token), the operator on the machine, or the
 * client itself, from a network address.
 */
export type ClientOperator =
  | { readonly _tag: "Admin"; readonly did: Did | null }
  | { readonly _tag: "Operator" }
  | { readonly _tag: "Client"; readonly address: string };

/** Returns the metadata of the events that an operator of clients causes. */
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

/** Returns the origin that a client registered by this operator has. */
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

/** Returns the network address of a client that manages itself; null for every other operator. */
export const addressOf = (operator: ClientOperator): string | null =>
  operator._tag === "Client" ? operator.address : null;
