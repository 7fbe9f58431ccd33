import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Layer from "effect/Layer";

/**
 * A value that takes part in transactions. States are immutable: a transaction has its own until it commits, and others
 * see the committed one.
 */
export interface Cell<S> {
  /** The committed state, or the state in the surrounding transaction. */
  readonly get: Effect.Effect<S>;
  /** Replaces the state. Outside a transaction it waits for the running one. */
  readonly modify: <A>(change: (state: S) => readonly [A, S]) => Effect.Effect<A>;
}

/** Shares transactions between the memory adapters. Their cells are committed or rolled back together. */
export class MemoryStore extends Context.Tag("adapters/memory/MemoryStore")<
  MemoryStore,
  {
    /** Creates a cell. `committed` receives every committed state. */
    readonly cell: <S>(initial: S, committed?: (state: S) => Effect.Effect<void>) => Cell<S>;
    /** Runs in the surrounding transaction, or in a new one. A failure rolls back the changes of the effect. */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>;
  }
>() {}

interface TransactionParticipant {
  /** Passes the state in a transaction to the parent transaction, or commits it. */
  readonly commitTo: (transaction: Transaction) => Effect.Effect<void>;
}

interface Transaction {
  readonly parent: Transaction | null;
  readonly touched: Set<TransactionParticipant>;
  open: boolean;
}

class CurrentTransaction extends Context.Reference<CurrentTransaction>()("adapters/memory/CurrentTransaction", {
  defaultValue: (): Transaction | null => null
}) {}

/** A fiber that outlives its transaction no longer belongs to it. */
const openTransaction = (transaction: Transaction | null): Transaction | null =>
  transaction === null || transaction.open ? transaction : openTransaction(transaction.parent);

const currentTransaction = Effect.map(CurrentTransaction, openTransaction);

const makeCell =
  (mutex: Effect.Semaphore) =>
  <S>(initial: S, committed: (state: S) => Effect.Effect<void> = () => Effect.void): Cell<S> => {
    let state = initial;
    const drafts = new WeakMap<Transaction, { readonly state: S }>();

    const stateIn = (transaction: Transaction | null): S => {
      if (transaction === null) return state;
      const draft = drafts.get(transaction);
      return draft ? draft.state : stateIn(transaction.parent);
    };

    const replace = (transaction: Transaction | null, next: S): Effect.Effect<void> => {
      if (transaction === null) {
        state = next;
        return committed(next);
      }
      drafts.set(transaction, { state: next });
      transaction.touched.add(participant);
      return Effect.void;
    };

    const participant: TransactionParticipant = {
      commitTo: (transaction) => replace(transaction.parent, stateIn(transaction))
    };

    return {
      get: Effect.map(currentTransaction, stateIn),
      modify: (change) =>
        Effect.flatMap(currentTransaction, (transaction) => {
          const changed = Effect.suspend(() => {
            const [result, next] = change(stateIn(transaction));
            return Effect.as(replace(transaction, next), result);
          });
          return transaction === null ? mutex.withPermits(1)(Effect.uninterruptible(changed)) : changed;
        })
    };
  };

const runTransaction = Effect.fnUntraced(function* <A, E, R>(
  parent: Transaction | null,
  effect: Effect.Effect<A, E, R>
) {
  const transaction: Transaction = { parent, touched: new Set(), open: true };
  const exit = yield* effect.pipe(Effect.provideService(CurrentTransaction, transaction), Effect.exit);
  transaction.open = false;
  if (Exit.isSuccess(exit))
    yield* Effect.forEach(transaction.touched, (cell) => cell.commitTo(transaction), { discard: true });
  return yield* exit;
});

const makeTransaction =
  (mutex: Effect.Semaphore) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(currentTransaction, (parent) => {
      const run = Effect.uninterruptibleMask((restore) => runTransaction(parent, restore(effect)));
      return parent === null ? mutex.withPermits(1)(run) : run;
    });

/** One store for all memory adapters of a process. */
export const layer: Layer.Layer<MemoryStore> = Layer.effect(
  MemoryStore,
  Effect.map(Effect.makeSemaphore(1), (mutex) => ({ cell: makeCell(mutex), transaction: makeTransaction(mutex) }))
);
