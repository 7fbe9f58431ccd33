import { createHash } from "node:crypto";
import * as Effect from "effect/Effect";
import * as Ref from "effect/Ref";
import * as Schema from "effect/Schema";
import { type PdsAccount, PdsMemory } from "../../src/adapters/memory/pds/PdsMemory.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Handle } from "../../src/domain/atproto/Handle.ts";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** Returns a DID that is the same in every run, so that tests can contain it. */
const didOf = (handle: string): Did => {
  const bytes = createHash("sha256").update(handle).digest().subarray(0, 24);
  return Did.make(`did:plc:${[...bytes].map((byte) => alphabet[byte % 32]).join("")}`);
};

/** Returns the account of a handle at the PDS of this process. It is created if it does not exist. */
export const accountOf = (text: string) =>
  Effect.gen(function* () {
    const handle = yield* Schema.decode(Handle)(text).pipe(
      Effect.mapError(() => new TypeError(`${JSON.stringify(text)} is not a handle. Use one like "alice.test".`))
    );
    const { state } = yield* PdsMemory;
    const account: PdsAccount = { handle, did: didOf(handle) };
    yield* Ref.update(state, (now) =>
      now.accounts.some(({ did }) => did === account.did) ? now : { ...now, accounts: [...now.accounts, account] }
    );
    return account;
  });
