/** Collections of the simulated network. Those of `net.waves` are open, and those of `app.bsky` are closed. */
export const collections = {
  post: "net.waves.post",
  like: "net.waves.like",
  note: "app.bsky.sim.note",
  /** Comes into use when the Lexicons change. */
  place: "net.waves.place",
  /** Comes into use when the Lexicons change. */
  circle: "app.bsky.sim.circle",
  /** Never in use. */
  foreign: "com.other.thing"
} as const;
export type SimulatedCollection = (typeof collections)[keyof typeof collections];

export const allCollections = [
  collections.post,
  collections.like,
  collections.note,
  collections.place,
  collections.circle,
  collections.foreign
] as const;

/** Which set of Lexicons is active. */
export type LexiconVersion = 1 | 2;

/** Returns the collections in use with a set of Lexicons. */
export const collectionsInUse = (version: LexiconVersion): ReadonlyArray<SimulatedCollection> =>
  version === 1
    ? [collections.post, collections.like, collections.note]
    : [collections.post, collections.like, collections.note, collections.place, collections.circle];

/** Whether records of a collection are taken from any author. */
export const isOpen = (collection: string): boolean => collection.startsWith("net.waves.");

const lexicon = (id: string, maxLength: number) => ({
  file: `${id}.json`,
  document: {
    lexicon: 1,
    id,
    defs: {
      main: {
        type: "record",
        key: "any",
        record: {
          type: "object",
          required: ["text"],
          properties: {
            text: { type: "string", maxLength },
            count: { type: "integer" },
            link: { type: "cid-link" }
          }
        }
      }
    }
  }
});

/** The longest text of a post in each set of Lexicons. */
export const longestText = { 1: 100, 2: 1_000 } as const;

/** Returns the Lexicons of a set, as files to import. */
export const lexiconsOf = (version: LexiconVersion) =>
  collectionsInUse(version).map((id) => lexicon(id, longestText[version]));
