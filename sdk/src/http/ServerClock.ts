/** The tolerated difference in milliseconds: network latency, and the seconds to which `Date` is rounded. */
const tolerated = 5000;

export interface ServerClock {
  /** The time of the server, in seconds since 1970. */
  readonly seconds: () => number;
  /** How far the server's clock is ahead of the local one, in milliseconds. */
  readonly ahead: () => number;
  /** Updates the clock from the `Date` header of a response. */
  readonly learn: (date: string | null) => void;
}

/** Creates a clock that follows the server: proofs contain the time, and many computers have the wrong one. */
export const makeServerClock = (now: () => number): ServerClock => {
  let ahead = 0;
  return {
    seconds: () => Math.floor((now() + ahead) / 1000),
    ahead: () => ahead,
    learn: (date) => {
      const difference = Date.parse(date ?? "") - now();
      if (Math.abs(difference - ahead) > tolerated) ahead = difference;
    }
  };
};
