import * as HashSet from "effect/HashSet";
import type { ReadModel } from "./ReadModel.ts";

/** The ids of deleted clients whose authorizations have not all ended. */
export type DeletedClients = HashSet.HashSet<string>;

export const deletedClients: ReadModel<DeletedClients> = {
  types: new Set(["ClientDeleted.v1", "ClientAuthorizationsEnded.v1"] as const),
  initial: HashSet.empty(),
  evolve: (deleted, event) => {
    if (event._tag === "ClientDeleted.v1") return HashSet.add(deleted, event.clientId);
    return event._tag === "ClientAuthorizationsEnded.v1" ? HashSet.remove(deleted, event.clientId) : deleted;
  }
};
