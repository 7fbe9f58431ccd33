/** What the surroundings offer; the tests put something else in its place. */
export interface Platform {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** The one of browsers and of Node. */
export const platform: Platform = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
};
