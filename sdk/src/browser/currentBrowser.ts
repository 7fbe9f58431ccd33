import { platform } from "../http/Platform.ts";
import type { BrowserEnvironment } from "./BrowserEnvironment.ts";
import { openDatabase } from "./Database.ts";
import { exclusivelyByLocks } from "./exclusivelyByLocks.ts";
import { exclusivelyByStorage } from "./exclusivelyByStorage.ts";
import { fallbackIndexedDb } from "./fallbackIndexedDb.ts";
import { keyStoreIndexedDb } from "./KeyStoreIndexedDb.ts";
import { sharedStorage } from "./sharedStorage.ts";
import { webStorage } from "./webStorage.ts";

/** The browser that this runs in. Nothing is accessed before it is used, so that a server can render the same page. */
export const currentBrowser = (): BrowserEnvironment => {
  const store = webStorage("localStorage");
  const database = openDatabase(() => indexedDB);
  return {
    platform,
    shared: sharedStorage(store),
    tab: webStorage("sessionStorage"),
    keys: keyStoreIndexedDb(database),
    fallback: fallbackIndexedDb(database),
    subscriptions: () => import("../subscribe.ts"),
    exclusively: (name) => {
      const { locks } = navigator;
      return locks ? exclusivelyByLocks(locks, name) : exclusivelyByStorage(platform, store, `${name} lock`);
    },
    page: {
      url: () => location.href,
      show: (url) => history.replaceState(history.state, "", url),
      leaveFor: (url) => location.assign(url),
      onceOnline: (run) => addEventListener("online", run, { once: true })
    }
  };
};
