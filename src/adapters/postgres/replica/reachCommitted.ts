import * as Effect from "effect/Effect";
import type { CommittedPosition } from "./CommittedPosition.ts";
import type { Replica } from "./Replica.ts";
import type { WalPosition } from "./serverFacts.ts";

/** How long a read waits for a replica, in milliseconds. A replica in the same network is a few behind. */
const patience = 200;

/** Where a wait gets its position from: the primary, or what the primary has just said. */
interface PositionSource {
  readonly next: (onPosition: (position: WalPosition | null) => void) => void;
  readonly noteLate: () => void;
}

/** A position that is known already. */
export const knownPosition = (position: WalPosition): PositionSource => ({
  next: (onPosition) => onPosition(position),
  noteLate: () => undefined
});

/**
 * Waits until a replica has everything that the primary had committed when the wait began, and returns true. Otherwise it
 * returns false, after 200 ms at the latest. Then the replica is left out, unless it was the primary that did not respond.
 */
export const reachCommitted = (
  committed: PositionSource | CommittedPosition,
  replica: Replica
): Effect.Effect<boolean> =>
  Effect.async((resume) => {
    let isOpen = true;
    let isAsking = false;
    let stopAsking = () => {};
    const close = () => {
      isOpen = false;
      clearTimeout(timer);
      stopAsking();
    };
    const end = (reached: boolean) => {
      if (!isOpen) return;
      close();
      resume(Effect.succeed(reached));
    };
    const giveUp = () => {
      if (!isOpen) return;
      if (isAsking) replica.leaveOut("behind");
      else committed.noteLate();
      end(false);
    };
    // A process whose event loop was blocked reads first what has arrived meanwhile.
    const timer = setTimeout(() => setImmediate(giveUp), patience);
    committed.next((position) => {
      if (!isOpen) return;
      if (position === null) return end(false);
      isAsking = true;
      const stop = replica.reach(position, (failure) => {
        if (failure !== null) replica.leaveOut(failure);
        end(failure === null);
      });
      if (isOpen) stopAsking = stop;
      else stop();
    });
    return Effect.sync(close);
  });
