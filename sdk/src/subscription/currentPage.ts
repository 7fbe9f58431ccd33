import { after, type SubscriptionEnvironment } from "./SubscriptionEnvironment.ts";

const isActive = () => !document.hidden && navigator.onLine;

/** Those of the document reach the window as well. An open socket would keep a page that is left out of the back/forward cache. */
const events = ["online", "visibilitychange", "pageshow", "pagehide"];

/** The page that this runs in. */
export const currentPage: SubscriptionEnvironment = {
  open: (url, protocol) => new WebSocket(url, protocol),
  after,
  random: () => Math.random(),
  isActive,
  watch: (wake, sleep) => {
    const changed = ({ type }: Event) => {
      if (type === "pagehide") sleep();
      else if (isActive()) wake();
    };
    for (const event of events) addEventListener(event, changed);
  }
};
