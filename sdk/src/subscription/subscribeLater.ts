import { printDocument } from "../document/printDocument.ts";
import type { AnyDocument } from "../document/TypedDocument.ts";
import { failureOf } from "../graphql/failureOf.ts";
import { TidemarkError } from "../TidemarkError.ts";
import type { Subscribe, SubscriptionOptions } from "./Subscribe.ts";
import type { StartSubscription, SubscriptionHost, SubscriptionsOf } from "./SubscriptionHost.ts";

/** Starts subscriptions with code that is loaded when the first one starts. */
export const subscribeLater = (
  load: () => Promise<{ readonly start: SubscriptionsOf }>,
  host: SubscriptionHost
): Subscribe => {
  let loaded: Promise<StartSubscription> | undefined;
  return <Data>(document: AnyDocument, variables: object | undefined, options: SubscriptionOptions<Data>) => {
    let end: (() => void) | null = () => {};
    loaded ??= load().then(({ start }) => start(host, failureOf, TidemarkError));
    loaded.then(
      (start) => {
        end &&= start(printDocument(document), { ...variables }, options);
      },
      (cause: unknown) => {
        loaded = undefined;
        options.onError(new TidemarkError("unreachable", "sdk/subscribe.js could not be loaded.", { cause }));
        options.onEnd?.("failed");
      }
    );
    return () => {
      end?.();
      end = null;
    };
  };
};
