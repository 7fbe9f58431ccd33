import type { Platform } from "../http/Platform.ts";
import type { DpopKey } from "../oauth/DpopKey.ts";
import type { Exclusively } from "../session/Session.ts";

/** Text by name, as `localStorage` keeps it. */
export interface TextStore {
  readonly get: (name: string) => string | null;
  readonly set: (name: string, text: string) => void;
  readonly remove: (name: string) => void;
}

/** What all tabs share, and the news of it. */
export interface SharedStore extends TextStore {
  /** Calls back when something may have changed, here or in another tab. Gives what ends it. */
  readonly watch: (changed: () => void) => () => void;
}

/** Keys by name. */
export interface KeyStore {
  /** The key of that name; made if there is none, and the same for all who ask at the same time. */
  readonly get: (name: string) => Promise<DpopKey>;
  readonly remove: (name: string) => Promise<void>;
}

/** The page's address. */
export interface Page {
  readonly url: () => string;
  /** Shows another address without leaving the page. */
  readonly show: (url: string) => void;
  readonly leaveFor: (url: string) => void;
}

/** What a browser offers; the tests put something else in its place. */
export interface Surroundings {
  readonly platform: Platform;
  readonly page: Page;
  readonly shared: SharedStore;
  /** What this tab has for itself, until it is closed. */
  readonly tab: TextStore;
  readonly keys: KeyStore;
  readonly exclusively: (name: string) => Exclusively;
}
