import type { Platform } from "../http/Platform.ts";
import type { DpopKey } from "../oauth/DpopKey.ts";
import type { FallbackStore } from "../session/FallbackTokens.ts";
import type { Exclusively } from "../session/Session.ts";
import type { TextStore } from "../session/TextStore.ts";
import type { SubscriptionsOf } from "../subscription/SubscriptionHost.ts";

/** Storage that all tabs share, with notifications of changes. */
export interface SharedStore extends TextStore {
  /** Calls `changed` when something may have changed, here or in another tab. Returns the function that ends this. */
  readonly watch: (changed: () => void) => () => void;
}

/** Stores DPoP keys by name. */
export interface KeyStore {
  /** Returns the key of that name; null if there is none. */
  readonly find: (name: string) => Promise<DpopKey | null>;
  /** Creates the key of that name. If another tab was faster, returns its key, so that all tabs use the same one. */
  readonly make: (name: string) => Promise<DpopKey>;
  readonly remove: (name: string) => Promise<unknown>;
}

/** The URL of the page, and navigation. */
export interface Page {
  readonly url: () => string;
  /** Replaces the URL without leaving the page. */
  readonly show: (url: string) => void;
  readonly leaveFor: (url: string) => void;
  /** Calls `run` once, when the browser is online again. */
  readonly onceOnline: (run: () => void) => void;
}

/** The browser features that the SDK uses; tests replace them. */
export interface BrowserEnvironment {
  readonly platform: Platform;
  readonly page: Page;
  readonly shared: SharedStore;
  /** The storage of this tab, until it is closed. */
  readonly tab: TextStore;
  readonly keys: KeyStore;
  /** A second shared storage, for tokens that the first one has no space for. */
  readonly fallback: FallbackStore;
  readonly exclusively: (name: string) => Exclusively;
  /** Loads the code for subscriptions. */
  readonly subscriptions: () => Promise<{ readonly start: SubscriptionsOf }>;
}
