import type { Platform } from "../http/Platform.ts";
import type { DpopKey } from "../oauth/DpopKey.ts";
import type { FallbackStore } from "../session/FallbackTokens.ts";
import type { Exclusively } from "../session/Session.ts";
import type { TextStore } from "../session/TextStore.ts";

/** What all tabs share, and the news of it. */
export interface SharedStore extends TextStore {
  /** Calls back when something may have changed, here or in another tab. Gives what ends it. */
  readonly watch: (changed: () => void) => () => void;
}

/** Keys by name. */
export interface KeyStore {
  /** The key of that name; null if there is none. */
  readonly find: (name: string) => Promise<DpopKey | null>;
  /** Makes the key of that name. Gives the existing one if another tab was faster, so that all tabs have the same. */
  readonly make: (name: string) => Promise<DpopKey>;
  readonly remove: (name: string) => Promise<unknown>;
}

/** The page's address. */
export interface Page {
  readonly url: () => string;
  /** Shows another address without leaving the page. */
  readonly show: (url: string) => void;
  readonly leaveFor: (url: string) => void;
  /** Calls back once, when the browser has a network again. */
  readonly onceOnline: (run: () => void) => void;
}

/** What a browser offers; the tests put something else in its place. */
export interface BrowserEnvironment {
  readonly platform: Platform;
  readonly page: Page;
  readonly shared: SharedStore;
  /** What this tab has for itself, until it is closed. */
  readonly tab: TextStore;
  readonly keys: KeyStore;
  /** A second place that all tabs share, for what the first one has no room for. */
  readonly fallback: FallbackStore;
  readonly exclusively: (name: string) => Exclusively;
}
