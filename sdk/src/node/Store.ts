/** Where a server keeps logins and what is under way: in memory, or wherever all its processes see it. The texts are secrets. */
export interface Store {
  readonly get: (name: string) => Promise<string | null>;
  /** `seconds` is how long it is of use; null for as long as the login lasts. */
  readonly set: (name: string, text: string, seconds: number | null) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
}

interface Kept {
  readonly text: string;
  readonly until: number;
}

/** For one process: gone when it ends. */
export const memoryStore = (now: () => number = Date.now): Store => {
  const kept = new Map<string, Kept>();
  const isOver = ({ until }: Kept) => until <= now();
  return {
    get: async (name) => {
      const found = kept.get(name);
      return found === undefined || isOver(found) ? null : found.text;
    },
    set: async (name, text, seconds) => {
      for (const [old, entry] of kept) if (isOver(entry)) kept.delete(old);
      kept.set(name, { text, until: seconds === null ? Number.POSITIVE_INFINITY : now() + seconds * 1000 });
    },
    remove: async (name) => {
      kept.delete(name);
    }
  };
};
