import type { ChangeCursor } from "../../../domain/record/change/ChangeCursor.ts";

/** A response of a subscription: the text of a JSON object, and the place in the change log after which it continues. */
export interface SubscriptionEvent {
  readonly body: string;
  readonly cursor: ChangeCursor;
}
