import * as Schema from "effect/Schema";

/** The ids of the service's own signing keys from now on; `before` are those until now, null for the first. */
export class SigningKeysSettled extends Schema.TaggedClass<SigningKeysSettled>()("SigningKeysSettled.v1", {
  keyIds: Schema.Array(Schema.String),
  before: Schema.NullOr(Schema.Array(Schema.String))
}) {}

/** The signing keys that were settled last. */
export interface SettledSigningKeys {
  readonly keyIds: ReadonlyArray<string> | null;
}

export const initialSigningKeys: SettledSigningKeys = { keyIds: null };

/** What the keys are after an event. */
export const evolveSigningKeys = (_state: SettledSigningKeys, { keyIds }: SigningKeysSettled): SettledSigningKeys => ({
  keyIds
});

/** Whether a start with these keys has every key that the start before it had. */
export const hasEveryKey = ({ keyIds }: SettledSigningKeys, now: ReadonlyArray<string>): boolean =>
  keyIds?.every((keyId) => now.includes(keyId)) ?? false;

/** Decides on the keys of a start: nothing new where they are the same, in whatever order. */
export const decideSigningKeys = (
  state: SettledSigningKeys,
  keyIds: ReadonlyArray<string>
): ReadonlyArray<SigningKeysSettled> =>
  hasEveryKey(state, keyIds) && state.keyIds?.length === keyIds.length
    ? []
    : [new SigningKeysSettled({ keyIds, before: state.keyIds })];
