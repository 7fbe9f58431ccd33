import type { TextStore } from "../session/TextStore.ts";
import type { SharedStore } from "./BrowserEnvironment.ts";

/** Notifies this page of its own changes: the browser notifies only the other tabs. */
const localChangeEvent = "tidemark";
/** `pageshow`: a page that is restored from the back/forward cache missed the changes in the meantime. */
const changeEvents = ["storage", "pageshow", localChangeEvent];

/** Wraps `localStorage` with notifications of changes by other tabs and by this page. */
export const sharedStorage = (store: TextStore): SharedStore => {
  const notifying =
    <Arguments extends ReadonlyArray<string>>(change: (...values: Arguments) => void) =>
    (...values: Arguments) => {
      change(...values);
      dispatchEvent(new Event(localChangeEvent));
    };
  return {
    get: store.get,
    set: notifying(store.set),
    remove: notifying(store.remove),
    watch: (changed) => {
      for (const event of changeEvents) addEventListener(event, changed);
      return () => {
        for (const event of changeEvents) removeEventListener(event, changed);
      };
    }
  };
};
