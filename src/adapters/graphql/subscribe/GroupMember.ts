import type { SubscriptionEnded } from "../../../application/api/SubscriptionEnded.ts";
import type { SubscriptionReceiver } from "../../../application/api/SubscriptionReceiver.ts";
import { type ChangeCursor, isAfterCursor } from "../../../domain/record/change/ChangeCursor.ts";
import type { SubscriptionEvent } from "./SubscriptionEvent.ts";

/** Events that a group gives its members at once, with their texts. */
export interface Batch {
  readonly events: ReadonlyArray<SubscriptionEvent>;
  readonly bodies: ReadonlyArray<string>;
}

/** A subscription that takes the events of its group. */
export class GroupMember {
  readonly #receiver: SubscriptionReceiver;
  readonly #onEnd: (ended: SubscriptionEnded) => void;
  /** It has the events up to this place; null once the group is further. */
  #after: ChangeCursor | null;

  constructor(receiver: SubscriptionReceiver, after: ChangeCursor, onEnd: (ended: SubscriptionEnded) => void) {
    this.#receiver = receiver;
    this.#after = after;
    this.#onEnd = onEnd;
  }

  /** Takes the events that it does not have yet. */
  take(batch: Batch): void {
    const bodies = this.#after === null ? batch.bodies : this.#news(batch, this.#after);
    if (bodies.length > 0) this.#receiver.push(bodies);
  }

  end(ended: SubscriptionEnded): void {
    this.#onEnd(ended);
  }

  #news({ bodies, events }: Batch, after: ChangeCursor): ReadonlyArray<string> {
    const first = events.findIndex(({ cursor }) => isAfterCursor(cursor, after));
    if (first === -1) return [];
    this.#after = null;
    return first === 0 ? bodies : bodies.slice(first);
  }
}
