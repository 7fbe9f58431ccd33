import * as Effect from "effect/Effect";
import type { Did } from "../../domain/atproto/Did.ts";
import { currentAdmins } from "./currentAdmins.ts";

/** An account that administers. `addedAt` in Unix milliseconds; null, as `addedBy`, for one of `ADMIN_DIDS`. */
export interface ListedAdmin {
  readonly did: Did;
  readonly addedAt: number | null;
  readonly addedBy: Did | null;
  readonly fromConfiguration: boolean;
}

/** Who administers: those of `ADMIN_DIDS`, then the others in the order in which they were added. */
export const listAdmins = Effect.map(currentAdmins, ({ added, configured }): ReadonlyArray<ListedAdmin> => {
  const ofConfiguration = [...new Set(configured)].map((did) => ({
    did,
    addedAt: null,
    addedBy: null,
    fromConfiguration: true
  }));
  const others = [...added.values()].filter(({ did }) => !configured.includes(did));
  return [
    ...ofConfiguration,
    ...others.map(({ addedAt, addedBy, did }) => ({ did, addedAt, addedBy, fromConfiguration: false }))
  ];
});
