/** The code for subscriptions in browsers, which `sdk.ts` loads when the first one starts. It imports nothing of the other entries. */
import { currentPage } from "./subscription/currentPage.ts";
import { makeSubscriptions } from "./subscription/makeSubscriptions.ts";
import type { SubscriptionsOf } from "./subscription/SubscriptionHost.ts";

/** Creates the subscriptions of a client in the current page. */
export const start: SubscriptionsOf = makeSubscriptions(currentPage);
