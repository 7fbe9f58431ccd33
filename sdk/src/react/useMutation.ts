import { useCallback, useRef, useState } from "react";
import type { AnyDocument, TypedDocument } from "../document/TypedDocument.ts";
import type { AnyVariables, MutationOptions, NoVariables } from "../graphql/Execute.ts";
import type { TidemarkError } from "../TidemarkError.ts";
import { documentText } from "./documentText.ts";
import { isTidemarkError } from "./isTidemarkError.ts";
import { useStore } from "./TidemarkStore.ts";

/** The outcome of a mutation. */
export type MutationOutcome<Data> =
  | { readonly status: "done"; readonly data: Data }
  | { readonly status: "failed"; readonly error: TidemarkError };

/** The state of a component's mutation: of the last call, if there were several. */
export type MutationState<Data> = { readonly status: "idle" } | { readonly status: "running" } | MutationOutcome<Data>;

/** Sends the mutation and returns its outcome. It does not reject if the mutation fails. */
export type Mutate<Variables extends ReadonlyArray<unknown>, Data> = (
  ...parameters: [...variables: Variables, options?: MutationOptions]
) => Promise<MutationOutcome<Data>>;

/**
 * Sends mutations. When one ends, successfully or not, all active `useQuery` queries run again. It continues after the
 * component unmounts, because the request may already have been carried out.
 */
export function useMutation<Result = unknown>(
  document: string
): readonly [Mutate<[variables?: AnyVariables | undefined], Result>, MutationState<Result>];
export function useMutation<Result>(
  document: TypedDocument<Result, NoVariables>
): readonly [Mutate<[variables?: undefined], Result>, MutationState<Result>];
export function useMutation<Result, Variables>(
  document: TypedDocument<Result, Variables>
): readonly [Mutate<[variables: Variables], Result>, MutationState<Result>];
export function useMutation(
  document: AnyDocument
): readonly [Mutate<[variables?: AnyVariables | undefined], unknown>, MutationState<unknown>] {
  const { client, handleFailure, queries } = useStore();
  const [state, setState] = useState<MutationState<unknown>>({ status: "idle" });
  const calls = useRef(0);
  const text = documentText(document);
  const mutate = useCallback(
    async (variables?: AnyVariables, options?: MutationOptions): Promise<MutationOutcome<unknown>> => {
      const call = ++calls.current;
      const show = (next: MutationState<unknown>) => {
        if (call === calls.current) setState(next);
      };
      show({ status: "running" });
      try {
        const outcome = { status: "done", data: await client.mutate(text, variables, options) } as const;
        show(outcome);
        return outcome;
      } catch (error) {
        if (!isTidemarkError(error)) {
          show({ status: "idle" });
          throw error;
        }
        handleFailure(error);
        const outcome = { status: "failed", error } as const;
        show(outcome);
        return outcome;
      } finally {
        queries.invalidate();
      }
    },
    [client, queries, handleFailure, text]
  );
  return [mutate, state];
}
