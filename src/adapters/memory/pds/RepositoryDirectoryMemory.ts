import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Ref from "effect/Ref";
import { recordAddress } from "../../../domain/atproto/AtUri.ts";
import { type Listing, RepositoryDirectory } from "../../../domain/sync/backfill/RepositoryDirectory.ts";
import { PdsMemory, type PdsState } from "./PdsMemory.ts";

/** The number of repositories per page. */
const pageSize = 2;

const listed = ({ accounts, records }: PdsState, listing: Listing) => {
  if (listing.kind === "all") return accounts.map(({ did }) => did);
  const addresses = [...records.values()].map(({ uri }) => recordAddress(uri));
  const authors = new Set(addresses.flatMap(({ collection, did }) => (collection === listing.collection ? [did] : [])));
  return accounts.flatMap(({ did }) => (authors.has(did) ? [did] : []));
};

/** Lists the repositories of the in-memory server. A cursor is the number of repositories before the page. */
export const layer = Layer.effect(
  RepositoryDirectory,
  Effect.map(PdsMemory, (pds) =>
    RepositoryDirectory.of({
      origin: pds.origin,
      list: (listing, cursor) =>
        Effect.map(Ref.get(pds.state), (state) => {
          const all = listed(state, listing);
          const from = Number(cursor ?? 0);
          const end = from + pageSize;
          return { dids: all.slice(from, end), cursor: end < all.length ? String(end) : null };
        })
    })
  )
);
