import { platform } from "../http/Platform.ts";
import { openDatabase } from "./Database.ts";
import { exclusivelyByLocks } from "./exclusivelyByLocks.ts";
import { exclusivelyByStorage } from "./exclusivelyByStorage.ts";
import { keyStoreIndexedDb } from "./KeyStoreIndexedDb.ts";
import type { Surroundings } from "./Surroundings.ts";
import { sharedStorage } from "./sharedStorage.ts";
import { spareIndexedDb } from "./spareIndexedDb.ts";
import { webStorage } from "./webStorage.ts";

/** The browser that this runs in. Nothing is touched before it is used, so that a server can render the same page. */
export const thisBrowser = (): Surroundings => {
  const kept = webStorage("localStorage");
  const database = openDatabase(() => indexedDB);
  return {
    platform,
    shared: sharedStorage(kept),
    tab: webStorage("sessionStorage"),
    keys: keyStoreIndexedDb(database),
    spare: spareIndexedDb(database),
    exclusively: (name) => {
      const { locks } = navigator;
      return locks ? exclusivelyByLocks(locks, name) : exclusivelyByStorage(platform, kept, `${name} lock`);
    },
    page: {
      url: () => location.href,
      show: (url) => history.replaceState(history.state, "", url),
      leaveFor: (url) => location.assign(url),
      onceOnline: (run) => addEventListener("online", run, { once: true })
    }
  };
};
