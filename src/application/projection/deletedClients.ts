import * as HashSet from "effect/HashSet";
import * as Schema from "effect/Schema";
import type { ReadModel } from "./ReadModel.ts";
import { snapshotForm } from "./snapshot/SnapshotForm.ts";

/** The ids of deleted clients whose authorizations have not all ended. */
export type DeletedClients = HashSet.HashSet<string>;

export const deletedClients: ReadModel<DeletedClients> = {
  name: "deleted clients",
  types: new Set(["ClientDeleted.v1", "ClientAuthorizationsEnded.v1"] as const),
  initial: HashSet.empty(),
  evolve: (deleted, event) => {
    if (event._tag === "ClientDeleted.v1") return HashSet.add(deleted, event.clientId);
    return event._tag === "ClientAuthorizationsEnded.v1" ? HashSet.remove(deleted, event.clientId) : deleted;
  },
  snapshot: snapshotForm({
    version: 1,
    entry: Schema.String,
    entriesOf: (deleted) => deleted,
    stateOf: (clientIds) => HashSet.fromIterable(clientIds)
  })
};
