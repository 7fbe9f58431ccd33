/** An event of the target's log, as far as checks read it. */
export interface RecordedEvent {
  readonly position: number;
  readonly type: string;
  readonly clientId: string | null;
  readonly authorizationId: string | null;
  readonly reason: string | null;
}

/** A person of whom nobody else knows, with their own server in reach. */
export interface Somebody {
  readonly loginHint: string;
  readonly approve: (url: URL) => Promise<URL>;
  /** How many sessions their own server holds for them, by its own tables. */
  readonly sessionsAtPds: () => Promise<number>;
}

/** What only whoever runs the target can do; a target that others run has none of it. */
export interface Operator {
  readonly events: () => Promise<ReadonlyArray<RecordedEvent>>;
  /** Everything that is kept, as text. */
  readonly storedText: () => Promise<string>;
  /** A new account at a PDS, for a check that counts. */
  readonly somebody: () => Promise<Somebody>;
  /** Takes the database away from the process that the target's requests go to, and gives it back. */
  readonly cutDatabase: () => Promise<void>;
  readonly mendDatabase: () => Promise<void>;
  /** Ends that process as a crash would, and starts it again. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Tries to start a process under another public address on the same database. */
  readonly startElsewhere: () => Promise<{ readonly started: boolean; readonly output: string }>;
  /** Everything that can be read of the target by whoever runs it, by what it is: stores, logs, files. */
  readonly kept: () => Promise<Readonly<Record<string, string>>>;
}
