/** Who wants to hear of changes. */
export interface Listeners {
  /** Gives what ends it. */
  readonly add: (listener: () => void) => () => void;
  readonly notify: () => void;
  readonly count: () => number;
}

export const makeListeners = (): Listeners => {
  // Wrapped, so that one listener that is added twice is told twice, and ended once at a time.
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
