import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { Did } from "../../atproto/Did.ts";
import type { Nsid } from "../../atproto/Nsid.ts";

/** The repositories of a relay, or of a PDS, that are listed. */
export type Listing =
  /** Those that have records of a collection (`com.atproto.sync.listReposByCollection`). */
  | { readonly kind: "collection"; readonly collection: Nsid }
  /** All of them (`com.atproto.sync.listRepos`). */
  | { readonly kind: "all" };

/** A page of repositories. `cursor` is that of the next page; null if this is the last one. */
export interface ListedPage {
  /** Those whose accounts are active, according to the host. */
  readonly dids: ReadonlyArray<Did>;
  readonly cursor: string | null;
}

/** Repositories cannot be listed. `retryAfter` is in seconds, or null. */
export class DirectoryUnavailable extends Schema.TaggedError<DirectoryUnavailable>()("DirectoryUnavailable", {
  reason: Schema.Literal(
    /** No relay is configured. */
    "not-configured",
    "unreachable",
    "rate-limited",
    "server-error",
    /** The host does not serve the method, or refuses the request. */
    "refused",
    /** The response is not what the method returns. */
    "malformed"
  ),
  retryAfter: Schema.NullOr(Schema.Number)
}) {}

/** Lists the repositories of the relay, or of the one PDS, that the instance is configured with. */
export class RepositoryDirectory extends Context.Tag("domain/RepositoryDirectory")<
  RepositoryDirectory,
  {
    /** The origin that is asked, such as https://relay.example.com; null if none is configured. */
    readonly origin: string | null;
    /** Returns the page that begins at a cursor; null for the first one. Nothing is verified. */
    readonly list: (listing: Listing, cursor: string | null) => Effect.Effect<ListedPage, DirectoryUnavailable>;
  }
>() {}
