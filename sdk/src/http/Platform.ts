/** The features of the runtime that the SDK uses; tests replace them. */
export interface Platform {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** The platform of browsers and Node.js. */
export const platform: Platform = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
};
