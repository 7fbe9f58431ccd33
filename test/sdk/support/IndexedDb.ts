/** How many of the next operations fail. */
interface Failing {
  opens: number;
  /** The connection is closed before a transaction starts. */
  transactions: number;
  /** The request succeeds, but its transaction fails. */
  commits: number;
}

/** An in-memory IndexedDB with one object store, which fails on demand. */
export interface IndexedDb {
  readonly factory: () => IDBFactory;
  readonly kept: Map<unknown, unknown>;
  readonly failing: Failing;
}

const fake = <A>(members: object): A => Object.assign(Object.create(null), members);

const later = (target: object, ...handlers: ReadonlyArray<string>) =>
  queueMicrotask(() => {
    for (const handler of handlers) Reflect.get(target, handler)?.();
  });

export const makeIndexedDb = (given: Partial<Failing>): IndexedDb => {
  const failing: Failing = { opens: 0, transactions: 0, commits: 0, ...given };
  const kept = new Map<unknown, unknown>();
  const fails = (what: keyof Failing) => failing[what] > 0 && failing[what]-- > 0;

  const transaction = () => {
    if (fails("transactions")) throw new DOMException("The database connection is closing.", "InvalidStateError");
    const before = new Map(kept);
    const begun = { error: new DOMException("The disk is full.", "QuotaExceededError"), objectStore: () => store };
    const request = (run: () => unknown) => {
      const result = run();
      const settled = { result, error: begun.error };
      const isLost = result === conflict || fails("commits");
      if (isLost) kept.clear();
      if (isLost) for (const [name, value] of before) kept.set(name, value);
      later(begun, isLost ? "onabort" : "oncomplete");
      return settled;
    };
    const conflict = Symbol("exists");
    const store = {
      get: (name: string) => request(() => kept.get(name)),
      add: (value: unknown, name: string) => request(() => (kept.has(name) ? conflict : kept.set(name, value))),
      put: (value: unknown, name: string) => request(() => kept.set(name, value)),
      delete: (name: string) => request(() => void kept.delete(name))
    };
    return begun;
  };

  const factory = fake<IDBFactory>({
    open: () => {
      const isRefused = fails("opens");
      const opening = {
        error: new DOMException("A mutation was attempted.", "InvalidStateError"),
        result: fake<IDBDatabase>({ transaction, close: () => {} })
      };
      later(opening, isRefused ? "onerror" : "onsuccess");
      return opening;
    }
  });
  return { factory: () => factory, kept, failing };
};
