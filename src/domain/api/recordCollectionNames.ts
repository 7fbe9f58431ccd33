import { memberName } from "./apiName.ts";

const plainName = (nsid: string): string => memberName(nsid).toUpperCase();

/** Returns what the plain name loses: the positions, counted from 1, of upper-case letters and of hyphens; `0` for none. */
const lostPositions = (nsid: string): string => {
  const positions = Array.from(nsid).flatMap((character, at) => (/[A-Z-]/.test(character) ? [at + 1] : []));
  return positions.length === 0 ? "0" : positions.join("_");
};

/**
 * Returns the values of the enum `RecordCollection` for a set of collections, each with its NSID: the NSID in upper case
 * with `_` for every other character, so that `app.bsky.feed.post` is `APP_BSKY_FEED_POST`.
 *
 * NSIDs that differ only in case or in a hyphen share this name. Each of them gets it with `__` and the positions of its
 * upper-case letters and hyphens instead: `a.b.fooBar` is `A_B_FOOBAR__8` beside `a.b.foobar`, which is `A_B_FOOBAR__0`.
 * A name that was unique before never changes its meaning; it is no longer a value of the enum. No other name ends like
 * that: the last segment of an NSID has no hyphen (AT Protocol, NSID).
 */
export const recordCollectionNames = <Name extends string>(nsids: ReadonlyArray<Name>): ReadonlyMap<string, Name> => {
  const sharing = Map.groupBy(new Set(nsids), plainName);
  return new Map(
    nsids.map((nsid) => {
      const name = plainName(nsid);
      const isShared = (sharing.get(name)?.length ?? 0) > 1;
      return [isShared ? `${name}__${lostPositions(nsid)}` : name, nsid];
    })
  );
};
