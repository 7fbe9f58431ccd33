/** A session of an app that is over, as the app was told. */
export interface ToldEnd {
  /** The id of its last access token. */
  readonly tokenId: string;
  readonly told: string;
}

/** What clients were told in a run, apart from what authors know of their records. */
export class Acknowledged {
  /** The ids of access tokens that were issued. */
  readonly tokenIds: Array<string> = [];
  readonly clientIds: Array<string> = [];
  readonly ends: Array<ToldEnd> = [];
  /** Reads that did not show a record that was acknowledged before. */
  readonly stale: Array<string> = [];
  /** Writes that were refused without a reason that the author could know. */
  readonly refused: Array<string> = [];
  reads = 0;
  logins = 0;
  refreshes = 0;
}
