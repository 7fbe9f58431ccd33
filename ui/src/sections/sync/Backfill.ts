import type { BackfillsQuery } from "../../api/documents.ts";

/** A backfill, as the admin API returns it. */
export type Backfill = BackfillsQuery["backfills"][number];

/** What a backfill that is about to be started covers: an account, a collection, or every repository. */
export type BackfillChoice =
  | { readonly kind: "account"; readonly actor: string }
  | { readonly kind: "collection"; readonly collection: string }
  | { readonly kind: "all" };
