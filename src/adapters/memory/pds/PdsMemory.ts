import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Ref from "effect/Ref";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { Handle } from "../../../domain/atproto/Handle.ts";
import { tid } from "../../../domain/atproto/tid.ts";
import type { IndexedRecord } from "../../../domain/record/index/IndexedRecord.ts";

/** An account that lives on the in-memory server. */
export interface PdsAccount {
  readonly did: Did;
  readonly handle: Handle;
}

/** The revision of the commit of a number. */
export const revisionOf = (writes: number): string => tid(1_700_000_000_000_000n + BigInt(writes), 0);

type StoredRecord = Pick<IndexedRecord, "uri" | "cid" | "value">;

/** What the in-memory server holds. Tokens and codes are kept by their text. */
export interface PdsState {
  readonly accounts: ReadonlyArray<PdsAccount>;
  readonly records: ReadonlyMap<string, StoredRecord>;
  readonly codes: ReadonlyMap<string, Did>;
  readonly accessTokens: ReadonlyMap<string, Did>;
  readonly refreshTokens: ReadonlyMap<string, Did>;
  /** How often tokens were refreshed, and how often anything was written. */
  readonly refreshes: number;
  readonly writes: number;
  readonly issued: number;
  /** What becomes of the next writes: each takes the first, and none goes well. */
  readonly faults: ReadonlyArray<"request-lost" | "reply-lost" | "rate-limited">;
}

/** A personal data server in this process, with every account on it: for tests and for apps that embed the service. */
export class PdsMemory extends Context.Tag("adapters/memory/PdsMemory")<
  PdsMemory,
  {
    readonly origin: string;
    readonly state: Ref.Ref<PdsState>;
    /** Approves as an account whatever authorization URL the service made; answers the parameters of the return. */
    readonly approve: (authorizationUrl: URL, did: Did) => Effect.Effect<URLSearchParams>;
    /** Makes every access token that was given out worthless, as an expiry would. */
    readonly expireAccessTokens: Effect.Effect<void>;
    /** Forgets every session: no token is good any more. */
    readonly forgetSessions: Effect.Effect<void>;
  }
>() {}

const makePds = Effect.fnUntraced(function* (accounts: ReadonlyArray<PdsAccount>) {
  const origin = "https://pds.example";
  const state = yield* Ref.make<PdsState>({
    accounts,
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

/** A server with these accounts and no records. */
export const layer = (accounts: ReadonlyArray<PdsAccount>) => Layer.effect(PdsMemory, makePds(accounts));
