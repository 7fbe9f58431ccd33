import * as Effect from "effect/Effect";

/** How many uploads one person may have under way in a process: each holds a connection to their PDS for as long as it takes. */
const maxUploads = 4;

/** Counts the uploads under way by person, and lets no more of them in than there may be. */
export const uploadLimiter = () => {
  const counts = new Map<string, number>();
  const leave = (did: string) =>
    Effect.sync(() => {
      const left = (counts.get(did) ?? 1) - 1;
      if (left === 0) counts.delete(did);
      else counts.set(did, left);
    });
  return <A, E, R>(did: string, upload: Effect.Effect<A, E, R>, tooMany: () => A): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const others = counts.get(did) ?? 0;
      if (others >= maxUploads) return Effect.sync(tooMany);
      counts.set(did, others + 1);
      return Effect.ensuring(upload, leave(did));
    });
};
