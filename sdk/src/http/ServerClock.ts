/** A difference below this is the way of the message, and the second that `Date` is cut to. */
const tolerated = 5000;

export interface ServerClock {
  /** Seconds since 1970, as the server counts them. */
  readonly seconds: () => number;
  /** Milliseconds that the server's clock is ahead of the one here. */
  readonly ahead: () => number;
  /** Takes the header `Date` of an answer. */
  readonly learn: (date: string | null) => void;
}

/** Proofs hold the time, and many computers have the wrong one. */
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
