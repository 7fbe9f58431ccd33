import type { TextStore } from "../session/TextStore.ts";
import type { SharedStore } from "./BrowserEnvironment.ts";

/** What this page tells itself: the browser tells the other tabs only. */
const localChangeEvent = "tidemark";
/** `pageshow`: a page that was put away, and comes back as it was left, missed what happened meanwhile. */
const changeEvents = ["storage", "pageshow", localChangeEvent];

/** `localStorage` with news: from other tabs, and from whatever else in this page writes there. */
export const sharedStorage = (store: TextStore): SharedStore => {
  const notifying =
    <Given extends ReadonlyArray<string>>(change: (...given: Given) => void) =>
    (...given: Given) => {
      change(...given);
      dispatchEvent(new Event(localChangeEvent));
    };
  return {
    get: store.get,
    set: notifying(store.set),
    remove: notifying(store.remove),
    watch: (changed) => {
      for (const occasion of changeEvents) addEventListener(occasion, changed);
      return () => {
        for (const occasion of changeEvents) removeEventListener(occasion, changed);
      };
    }
  };
};
