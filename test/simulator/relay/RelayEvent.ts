/** What a source is about to send, without its position. */
export interface RelayEvent {
  /** The number of what happened in the history. Null for noise. */
  readonly happening: number | null;
  readonly did: string | null;
  /** The collection that subscriptions are filtered by; null if the event is in every subscription. */
  readonly collection: string | null;
  /** Whether the event arrives as its host announced it. */
  readonly isIntact: boolean;
  /** Whether the event is sent at all. A position is used for it in any case. */
  readonly isLost: boolean;
  /** Whether it has a position. */
  readonly isPositioned: boolean;
  /** Whether the source may send it once more as a new event. */
  readonly isRepeatable: boolean;
  /** Whether it can change places with its neighbor. */
  readonly isCommit: boolean;
  /** Returns the message for a position and a time in Unix milliseconds. */
  readonly at: (position: number, time: number) => Uint8Array | string;
}

/** An event in the sequence of a source. */
export interface RelayEntry {
  readonly event: RelayEvent;
  readonly position: number;
  readonly message: Uint8Array | string;
  /** Whether it was sent completely over some connection. */
  wasSent: boolean;
}
