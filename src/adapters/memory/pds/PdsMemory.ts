import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Ref from "effect/Ref";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { Handle } from "../../../domain/atproto/Handle.ts";
import { tid } from "../../../domain/atproto/tid.ts";
import type { IndexedRecord } from "../../../domain/record/index/IndexedRecord.ts";
import type { AccountStatus } from "../../../domain/sync/account/AccountStatus.ts";

/** An account on the in-memory server. */
export interface PdsAccount {
  readonly did: Did;
  readonly handle: Handle;
}

/** Returns the revision of the commit with a number. */
export const revisionOf = (writes: number): string => tid(1_700_000_000_000_000n + BigInt(writes), 0);

type StoredRecord = Pick<IndexedRecord, "uri" | "cid" | "value">;

/** The state of the in-memory server. Tokens and codes are stored by their text. */
export interface PdsState {
  readonly accounts: ReadonlyArray<PdsAccount>;
  /** The accounts that are not active, and why. The server does not know those that were deleted. */
  readonly inactive: ReadonlyMap<Did, AccountStatus>;
  readonly records: ReadonlyMap<string, StoredRecord>;
  readonly codes: ReadonlyMap<string, Did>;
  readonly accessTokens: ReadonlyMap<string, Did>;
  readonly refreshTokens: ReadonlyMap<string, Did>;
  /** The number of refreshes, and of writes. */
  readonly refreshes: number;
  readonly writes: number;
  readonly issued: number;
  /** The failures of the next writes. Each write consumes the first one. */
  readonly faults: ReadonlyArray<"request-lost" | "reply-lost" | "rate-limited" | "proof-refused">;
}

/** A PDS in this process with all accounts, for tests and for apps that embed the service. */
export class PdsMemory extends Context.Tag("adapters/memory/PdsMemory")<
  PdsMemory,
  {
    readonly origin: string;
    readonly state: Ref.Ref<PdsState>;
    /** Approves an authorization URL as an account, and returns the parameters of the callback. */
    readonly approve: (authorizationUrl: URL, did: Did) => Effect.Effect<URLSearchParams>;
    /** Expires every issued access token. */
    readonly expireAccessTokens: Effect.Effect<void>;
    /** Deletes every session, so that no token is valid. */
    readonly forgetSessions: Effect.Effect<void>;
  }
>() {}

const makePds = Effect.fnUntraced(function* (accounts: ReadonlyArray<PdsAccount>) {
  const origin = "https://pds.example";
  const state = yield* Ref.make<PdsState>({
    accounts,
    inactive: new Map(),
    records: new Map(),
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    refreshes: 0,
    writes: 0,
    issued: 0,
    faults: []
  });
  return PdsMemory.of({
    origin,
    state,
    approve: (authorizationUrl, did) =>
      Ref.modify(state, (current) => {
        const code = `pds-code-${current.issued}`;
        const answer = new URLSearchParams({
          code,
          iss: origin,
          state: authorizationUrl.searchParams.get("state") ?? ""
        });
        return [answer, { ...current, issued: current.issued + 1, codes: new Map(current.codes).set(code, did) }];
      }),
    expireAccessTokens: Ref.update(state, (current) => ({ ...current, accessTokens: new Map() })),
    forgetSessions: Ref.update(state, (current) => ({
      ...current,
      accessTokens: new Map(),
      refreshTokens: new Map()
    }))
  });
});

/** Creates a server with these accounts and no records. */
export const layer = (accounts: ReadonlyArray<PdsAccount>) => Layer.effect(PdsMemory, makePds(accounts));
