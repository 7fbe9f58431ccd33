import * as Schema from "effect/Schema";

/** The signing keys of the service changed. `before` lists the previous key ids, null for the first ones. */
export class SigningKeysSettled extends Schema.TaggedClass<SigningKeysSettled>()("SigningKeysSettled.v1", {
  keyIds: Schema.Array(Schema.String),
  before: Schema.NullOr(Schema.Array(Schema.String))
}) {}

/** The signing key ids recorded last. */
export interface SettledSigningKeys {
  readonly keyIds: ReadonlyArray<string> | null;
}

export const initialSigningKeys: SettledSigningKeys = { keyIds: null };

/** Returns the signing key ids after an event. */
export const evolveSigningKeys = (_state: SettledSigningKeys, { keyIds }: SigningKeysSettled): SettledSigningKeys => ({
  keyIds
});

/** Whether these keys include every key recorded before. */
export const hasEveryKey = ({ keyIds }: SettledSigningKeys, now: ReadonlyArray<string>): boolean =>
  keyIds?.every((keyId) => now.includes(keyId)) ?? false;

/** Decides whether to record the keys of a start: not if they are the same in any order. */
export const decideSigningKeys = (
  state: SettledSigningKeys,
  keyIds: ReadonlyArray<string>
): ReadonlyArray<SigningKeysSettled> =>
  hasEveryKey(state, keyIds) && state.keyIds?.length === keyIds.length
    ? []
    : [new SigningKeysSettled({ keyIds, before: state.keyIds })];
