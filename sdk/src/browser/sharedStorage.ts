import type { TextStore } from "../session/TextStore.ts";
import type { SharedStore } from "./Surroundings.ts";

/** What this page tells itself: the browser tells the other tabs only. */
const changedHere = "tidemark";
/** `pageshow`: a page that was put away, and comes back as it was left, missed what happened meanwhile. */
const occasions = ["storage", "pageshow", changedHere];

/** `localStorage` with news: from other tabs, and from whatever else in this page writes there. */
export const sharedStorage = (store: TextStore): SharedStore => {
  const told =
    <Given extends ReadonlyArray<string>>(change: (...given: Given) => void) =>
    (...given: Given) => {
      change(...given);
      dispatchEvent(new Event(changedHere));
    };
  return {
    get: store.get,
    set: told(store.set),
    remove: told(store.remove),
    watch: (changed) => {
      for (const occasion of occasions) addEventListener(occasion, changed);
      return () => {
        for (const occasion of occasions) removeEventListener(occasion, changed);
      };
    }
  };
};
