import { useCallback, useEffect, useRef, useState } from "react";
import type { AnyDocument, TypedDocument } from "../document/TypedDocument.ts";
import type { AnyVariables, NoVariables } from "../graphql/Execute.ts";
import type { SubscriptionEnd, SubscriptionOptions } from "../subscription/Subscribe.ts";
import type { TidemarkError } from "../TidemarkError.ts";
import { documentText } from "./documentText.ts";
import { useStore } from "./TidemarkStore.ts";
import { useSessionState } from "./useSession.ts";

export interface UseSubscriptionOptions<Data> extends Pick<SubscriptionOptions<Data>, "onData"> {
  /** Called for each event with errors, and if the subscription fails; see `SubscriptionOptions`. */
  readonly onError?: (error: TidemarkError) => void;
  /** Subscribes without credentials, and without waiting until the session is known. */
  readonly isPublic?: boolean;
  /** Does not subscribe; `status` is "connecting". */
  readonly skip?: boolean;
}

/** The state of a subscription. */
export type SubscriptionState =
  | { readonly status: "connecting" | "live" }
  | { readonly status: "ended"; readonly reason: SubscriptionEnd }
  | { readonly status: "failed"; readonly error: TidemarkError };

export type SubscriptionResult = SubscriptionState & {
  /** Starts the subscription again. */
  readonly restart: () => void;
};

const connecting: SubscriptionState = { status: "connecting" };

/**
 * Subscribes while the component is mounted: as the logged-in user, otherwise without credentials. It starts again when
 * the document, the content of the variables or the user changes.
 */
export function useSubscription<Data = unknown>(
  document: string,
  variables: AnyVariables | undefined,
  options: UseSubscriptionOptions<Data>
): SubscriptionResult;
export function useSubscription<Data>(
  document: TypedDocument<Data, NoVariables>,
  variables: undefined,
  options: UseSubscriptionOptions<NoInfer<Data>>
): SubscriptionResult;
export function useSubscription<Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: NoInfer<Variables>,
  options: UseSubscriptionOptions<NoInfer<Data>>
): SubscriptionResult;
export function useSubscription<Data>(
  document: AnyDocument,
  variables: object | undefined,
  options: UseSubscriptionOptions<Data>
): SubscriptionResult {
  const { client, handleFailure } = useStore();
  const session = useSessionState();
  const { isPublic = false, skip = false } = options;
  const [state, setState] = useState(connecting);
  const [starts, setStarts] = useState(0);
  // The functions of the last render are called, without starting again when they change.
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const isWaiting = skip || (!isPublic && session.status === "loading");
  const did = !isPublic && session.status === "loggedIn" ? session.user.did : null;
  const key = isWaiting ? null : JSON.stringify([did, documentText(document), variables, starts]);
  useEffect(() => {
    if (key === null) return;
    const [as, text, sent]: [string | null, string, AnyVariables | null] = JSON.parse(key);
    let failure: TidemarkError | undefined;
    setState(connecting);
    const subscribe = as === null ? client.publicSubscribe : client.subscribe;
    return subscribe<Data>(text, sent ?? undefined, {
      onData: (data, event) => latest.current.onData(data, event),
      onError: (error) => {
        failure = error;
        handleFailure(error);
        latest.current.onError?.(error);
      },
      onEnd: (reason) => {
        setState(
          failure !== undefined && reason === "failed"
            ? { status: "failed", error: failure }
            : { status: "ended", reason }
        );
      },
      onStatus: (status) => setState({ status })
    });
  }, [client, handleFailure, key]);
  const restart = useCallback(() => setStarts((before) => before + 1), []);
  return { ...state, restart };
}
