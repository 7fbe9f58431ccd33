import type * as Effect from "effect/Effect";
import * as PubSub from "effect/PubSub";

/**
 * Makes a hub of ascending numbers of which a subscriber needs only the latest. A subscriber that is behind may first
 * receive the one before it. The hub of a single element is not used: if it slides while there are several subscribers, one
 * of them takes the element of another one, or gets a symbol (`BoundedPubSubSingle` in effect 3).
 */
export const latestNumbers: Effect.Effect<PubSub.PubSub<number>> = PubSub.sliding<number>(2);
