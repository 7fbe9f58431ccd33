import type { Authorization } from "../../../src/domain/authorization/Authorization.ts";
import type { AuthorizationEvent } from "../../../src/domain/authorization/AuthorizationEvent.ts";
import { fold } from "./samples.ts";

interface Decision {
  readonly outcome: { readonly _tag: string; readonly reason?: string };
  readonly events: ReadonlyArray<AuthorizationEvent>;
}

/**
 * Returns what a command decides on a history of an authorization: its outcome, or the reason why it fails, and the types
 * of its events, as in `given(history).when((state) => exchangeCode(state, command))`.
 */
export const given = (history: ReadonlyArray<AuthorizationEvent>) => ({
  when: (decide: (state: Authorization) => Decision): readonly [string, ReadonlyArray<string>] => {
    const { events, outcome } = decide(fold(...history));
    return [outcome.reason ?? outcome._tag, events.map(({ _tag }) => _tag)];
  }
});
