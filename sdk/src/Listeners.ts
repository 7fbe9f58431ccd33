/** A set of callbacks that are notified of changes. */
export interface Listeners {
  /** Adds a callback and returns the function that removes it. */
  readonly add: (listener: () => void) => () => void;
  readonly notify: () => void;
  readonly count: () => number;
}

export const makeListeners = (): Listeners => {
  // Wrapped, so that a listener that is added twice is called twice, and removed one at a time.
  const wrapped = new Set<{ readonly listener: () => void }>();
  return {
    add: (listener) => {
      const entry = { listener };
      wrapped.add(entry);
      return () => void wrapped.delete(entry);
    },
    notify: () => {
      for (const { listener } of [...wrapped]) listener();
    },
    count: () => wrapped.size
  };
};
