import type { AdminRole } from "../../../domain/administration/AdminRole.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { ClientOrigin } from "../../../domain/client/ClientEvent.ts";
import type { EventMetadata } from "../../event/toNewEvent.ts";

/**
 * Who changes a client: an admin in a browser (`did` is null in a session opened with a setup token), the operator on the
 * command line, or the client itself.
 */
export type ClientManager =
  | { readonly _tag: "Admin"; readonly did: Did | null; readonly role: AdminRole }
  | { readonly _tag: "Operator" }
  | { readonly _tag: "Client" };

/** Returns the metadata of the events that someone who changes a client causes. */
export const clientEventMetadata = (manager: ClientManager, clientId: string): EventMetadata => {
  switch (manager._tag) {
    case "Admin":
      return { actor: { type: "admin", id: manager.did }, clientId };
    case "Operator":
      return { actor: { type: "operator", id: null }, clientId };
    case "Client":
      return { actor: { type: "client", id: clientId }, clientId };
  }
};

/** Returns the origin of a client that someone registered. */
export const originOf = (manager: ClientManager): ClientOrigin => {
  switch (manager._tag) {
    case "Admin":
      return "admin";
    case "Operator":
      return "operator";
    case "Client":
      return "dynamic";
  }
};
