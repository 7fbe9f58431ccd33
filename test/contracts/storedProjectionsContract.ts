import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { Did } from "../../src/domain/atproto/Did.ts";
import { OverdueAuthorizations } from "../../src/domain/authorization/end/OverdueAuthorizations.ts";
import { GrantedAuthorizations } from "../../src/domain/authorization/GrantedAuthorizations.ts";
import type { EventType } from "../../src/domain/event/DomainEvent.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { Lookup, type LookupKind } from "../../src/domain/event/Lookup.ts";
import { streamName } from "../../src/domain/event/StreamName.ts";
import { OpenWrites } from "../../src/domain/record/write/OpenWrites.ts";
import { PendingRevocations } from "../../src/domain/session/PendingRevocations.ts";
import { DueRepositories } from "../../src/domain/sync/backfill/DueRepositories.ts";
import samples from "../domain/event/samples.json" with { type: "json" };
import { knownSample } from "./sampleEvent.ts";

/** What the stored projections have of one user, app, session and write. */
interface Stored {
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly isDue: boolean;
  readonly isUnredeemed: boolean;
  /** Null while no tokens were issued. */
  readonly granted: { readonly scope: string; readonly usedAt: number; readonly end: string | null } | null;
  readonly found: ReadonlyArray<string>;
}

type Type = EventType & keyof typeof samples;

/** What the samples of all other types leave as it was. */
type Changes = { readonly [T in Type]?: Partial<Stored> };

const nothing: Stored = {
  isOpen: false,
  isPending: false,
  isDue: false,
  isUnredeemed: false,
  granted: null,
  found: []
};

const grantedAt = samples["CodeExchanged.v1"].exchangedAt;
const granted = { scope: samples["CodeExchanged.v1"].scope, usedAt: grantedAt, end: null };

/** Whatever was there before. */
const always: Changes = {
  "LoginCompleted.v1": { isDue: true, found: ["authorization-of-client", "authorization-of-did"] },
  "WriteRequested.v1": { isOpen: true },
  "SessionEnded.v1": { isPending: true },
  "SessionTokensArrivedLate.v1": { isPending: true },
  "ConfirmationAsked.v1": { found: ["confirmation"] },
  "UpstreamLoginStarted.v1": { found: ["upstream-state"] },
  "CodeIssued.v1": { isUnredeemed: true, found: ["code"] },
  "CodeExchanged.v1": { granted, isUnredeemed: false, found: ["refresh-token"] },
  "TokensRefreshed.v1": { found: ["refresh-token"] },
  "SetupTokenIssued.v1": { found: ["setup-token"] },
  "AdminSignedIn.v1": { found: ["admin-session"] },
  "AdminLoginStarted.v1": { found: ["admin-login"] },
  "PersonLoginStarted.v1": { found: ["person-login"] },
  "SyncGapFound.v1": { isDue: true }
};

const every: Partial<Stored> = { isDue: true };

/** Where a user signed in once, a write is open, a revocation is pending and a code was issued. */
const begun: Changes = {
  ...always,
  "LexiconsImported.v1": every,
  "IndexReset.v1": every,
  // The repository was fetched less than 30 seconds ago.
  "SyncGapFound.v1": {},
  "RecordWritten.v1": { isOpen: false },
  "WriteRejected.v1": { isOpen: false },
  "SessionRevokedAtPds.v1": { isPending: false },
  "SessionRevocationAbandoned.v1": { isPending: false },
  "AuthorizationEnded.v1": { isUnredeemed: false }
};

/** Where the code was redeemed besides. */
const exchanged: Changes = {
  ...begun,
  "CodeIssued.v1": { found: ["code"] },
  "CodeExchanged.v1": { found: ["refresh-token"] },
  "TokensRefreshed.v1": {
    granted: { ...granted, usedAt: samples["TokensRefreshed.v1"].refreshedAt },
    found: ["refresh-token"]
  },
  "AuthorizationEnded.v1": { granted: { ...granted, end: samples["AuthorizationEnded.v1"].reason } }
};

const beginning: ReadonlyArray<Type> = [
  "LoginCompleted.v1",
  "WriteRequested.v1",
  "SessionTokensArrivedLate.v1",
  "CodeIssued.v1"
];

const isThere = { isOpen: true, isPending: true, isUnredeemed: true };

const starts: ReadonlyArray<{
  readonly name: string;
  readonly history: ReadonlyArray<Type>;
  readonly before: Stored;
  readonly changes: Changes;
}> = [
  { name: "nothing", history: [], before: nothing, changes: always },
  { name: "a login and its code", history: beginning, before: { ...nothing, ...isThere }, changes: begun },
  {
    name: "a login and its tokens",
    history: [...beginning, "CodeExchanged.v1"],
    before: { ...nothing, ...isThere, isUnredeemed: false, granted },
    changes: exchanged
  }
];

const kinds: ReadonlyArray<LookupKind> = [
  "admin-login",
  "admin-session",
  "code",
  "confirmation",
  "person-login",
  "refresh-token",
  "setup-token",
  "upstream-state"
];

const hashes = ["confirmationHash", "stateHash", "codeHash", "refreshHash", "tokenHash", "sessionHash"];

/** The reason of the sample leaves nothing to revoke. */
const changed: { readonly [T in Type]?: Readonly<Record<string, unknown>> } = {
  "SessionEnded.v1": { reason: "revoked" }
};

const isType = (type: string): type is Type => Object.hasOwn(samples, type);

export type StoredProjectionServices =
  | EventLog
  | Lookup
  | OpenWrites
  | PendingRevocations
  | DueRepositories
  | GrantedAuthorizations
  | OverdueAuthorizations;

/** What every type of event changes in what is stored besides the log. A new type is expected to change nothing. */
export const storedProjectionsContract = <E>(name: string, layer: Layer.Layer<StoredProjectionServices, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`Stored projections contract: ${name}`, (it) => {
    const completeDue = Effect.gen(function* () {
      const due = yield* DueRepositories;
      const dids: Array<string> = [];
      for (let one = yield* due.claim(60_000); one !== null; one = yield* due.claim(60_000)) {
        dids.push(one.did);
        yield* due.complete(one);
      }
      return dids;
    });

    /** Streams, identifiers and hashes that no other case has. */
    const world = () => {
      const id = randomUUID();
      const did = Did.make(`did:plc:${id.replaceAll("-", "")}`);
      const [authorizationId, sessionId, clientId] = [`auth_${id}`, `session_${id}`, `client_${id}`];
      const stream = streamName("write", id);
      const append = (type: Type, version: number, mark: string) => {
        const hashed = Object.fromEntries(
          Object.keys(samples[type]).flatMap((member) => (hashes.includes(member) ? [[member, `${mark} ${id}`]] : []))
        );
        const ids = { did, authorizationId, sessionId };
        const own = Object.fromEntries(Object.entries(ids).filter(([member]) => Object.hasOwn(samples[type], member)));
        const event = knownSample(
          type,
          { ...own, ...hashed, ...changed[type] },
          { authorizationId, clientId, subjectDid: did }
        );
        return Effect.flatMap(EventLog, (log) => log.append(stream, version, [event]));
      };

      const found = Effect.gen(function* () {
        const lookup = yield* Lookup;
        const hits = yield* Effect.filter(kinds, (kind) =>
          Effect.map(lookup.find(kind, `new ${id}`), Option.contains(stream))
        );
        const owners = [
          ["authorization-of-client", clientId],
          ["authorization-of-did", did]
        ] as const;
        const owned = yield* Effect.filter(owners, ([kind, owner]) =>
          Effect.map(lookup.list(kind, owner, null, 10), (some) =>
            some.some((each) => each.id === authorizationId && each.stream === stream)
          )
        );
        return [...hits, ...owned.map(([kind]) => kind)].toSorted();
      });

      const observe = Effect.gen(function* () {
        const open = yield* OpenWrites;
        yield* open.makeAllDue;
        const writes = yield* open.claim(10_000, 0);
        const pending = yield* (yield* PendingRevocations).list(10_000);
        const page = yield* (yield* GrantedAuthorizations).page({ did, clientId, state: null, now: 0 }, null, 10);
        const ended = yield* (yield* OverdueAuthorizations).list(Number.MAX_SAFE_INTEGER, "", 10_000);
        const [one] = page;
        const stored: Stored = {
          isOpen: writes.includes(stream),
          isPending: pending.some((each) => each.sessionId === sessionId),
          isDue: (yield* completeDue).includes(did),
          isUnredeemed: one === undefined && ended.includes(authorizationId),
          granted: one === undefined ? null : { scope: one.scope, usedAt: one.usedAt, end: one.end?.reason ?? null },
          found: yield* found
        };
        return stored;
      });
      return { append, observe };
    };

    it.effect.each(starts)("changes with each type of event, after $name", ({ before, changes, history }) =>
      Effect.forEach(Object.keys(samples).filter(isType), (type) =>
        Effect.gen(function* () {
          const { append, observe } = world();
          yield* Effect.forEach(history, (each, version) => append(each, version, "old"), { discard: true });
          yield* completeDue;
          yield* append(type, history.length, "new");
          const { found, ...stored } = yield* observe;
          const owned = history.length === 0 ? [] : ["authorization-of-client", "authorization-of-did"];
          const expected = { ...before, ...changes[type] };
          const keys = [...new Set([...owned, ...expected.found])].toSorted();
          assert.deepStrictEqual({ ...stored, found }, { ...expected, found: keys }, type);
        })
      )
    );
  });
