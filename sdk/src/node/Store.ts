/** Stores completed logins and logins in progress: in memory, or in a store that all processes of the server share. The texts are secrets. */
export interface Store {
  readonly get: (name: string) => Promise<string | null>;
  /** Stores a text; `seconds` is how long it is needed, null for as long as the login lasts. */
  readonly set: (name: string, text: string, seconds: number | null) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
}

interface Entry {
  readonly text: string;
  readonly until: number;
}

/** Creates a store in memory, for one process. Its content is lost when the process ends. */
export const memoryStore = (now: () => number = Date.now): Store => {
  const entries = new Map<string, Entry>();
  const isExpired = ({ until }: Entry) => until <= now();
  return {
    get: async (name) => {
      const found = entries.get(name);
      return found === undefined || isExpired(found) ? null : found.text;
    },
    set: async (name, text, seconds) => {
      for (const [old, entry] of entries) if (isExpired(entry)) entries.delete(old);
      entries.set(name, { text, until: seconds === null ? Number.POSITIVE_INFINITY : now() + seconds * 1000 });
    },
    remove: async (name) => {
      entries.delete(name);
    }
  };
};
