/** What stores the events of a source. */
export interface Contender {
  readonly name: string;
  /** Its process. */
  readonly pid: number;
  /** The name of its database. */
  readonly database: string;
  /** Releases the events up to a number, and waits until they are stored. */
  readonly storeUpTo: (upTo: number) => Promise<void>;
}
