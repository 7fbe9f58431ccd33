import * as Clock from "effect/Clock";
import * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import type * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import * as Stream from "effect/Stream";
import { lifetimes } from "../../../domain/authorization/token/lifetimes.ts";
import { SecretCipher } from "../../../domain/crypto/SecretCipher.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { Lookup, type LookupKind } from "../../../domain/event/Lookup.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import type { VaultChange } from "../../../domain/event/UnitOfWork.ts";
import type { AuthorizationResponse } from "../../../domain/session/AuthorizationResponse.ts";
import { TokenVault } from "../../../domain/vault/TokenVault.ts";
import { vaultRow } from "../../vault/vaultSecrets.ts";
import { loginTimeouts } from "./loginTimeouts.ts";

/** What a browser returns with from a PDS: the response of the PDS, and its login cookie. */
export interface BrowserCallback {
  readonly parameters: AuthorizationResponse;
  /** The full response as text, including ignored parameters: only an identical callback counts as a repeated one. */
  readonly fingerprint: string;
  readonly browserToken: string | null;
}

/** The reply to a callback, success or failure, as the vault stores it. */
export type ReplySchema<A, E> = Schema.Schema<Either.Either<A, E>, string>;

/** Returns the changes of the vault that store the reply to a callback, to be committed with the end of the login. */
export type SealReply<A, E> = (
  reply: Either.Either<A, E>
) => Effect.Effect<ReadonlyArray<VaultChange>, never, SecretCipher>;

const utf8 = new TextEncoder();
const text = new TextDecoder();

const stateHashOf = ({ parameters }: BrowserCallback): string => sha256Base64Url(parameters.state ?? "");

/** Only the browser that holds the cookie and sends the same response can open the reply. */
const sealingSecret = ({ fingerprint }: BrowserCallback, browserToken: string): string =>
  `${browserToken} ${fingerprint}`;

const sealedReply = Effect.fnUntraced(function* (returned: BrowserCallback, reply: string) {
  if (returned.browserToken === null) return [];
  const cipher = yield* SecretCipher;
  const row = vaultRow.returnReply(stateHashOf(returned));
  const secret = sealingSecret(returned, returned.browserToken);
  const stored: VaultChange = {
    _tag: "Put",
    row,
    sealed: yield* cipher.sealUnder(secret, row, utf8.encode(reply)),
    expiresAt: (yield* Clock.currentTimeMillis) + lifetimes.returnRepeat
  };
  return [stored];
});

/**
 * Stores the reply to a callback for 30 seconds, sealed under what the browser presents: the service cannot open it
 * without that.
 */
export const sealReply =
  <A, E>(schema: ReplySchema<A, E>, returned: BrowserCallback): SealReply<A, E> =>
  (reply) =>
    sealedReply(returned, Schema.encodeSync(schema)(reply));

const findReply = Effect.fnUntraced(function* <A, E>(schema: ReplySchema<A, E>, returned: BrowserCallback) {
  if (returned.browserToken === null) return Option.none<Either.Either<A, E>>();
  const cipher = yield* SecretCipher;
  const vault = yield* TokenVault;
  const row = vaultRow.returnReply(stateHashOf(returned));
  const sealed = yield* vault.get(row, yield* Clock.currentTimeMillis);
  if (Option.isNone(sealed)) return Option.none<Either.Either<A, E>>();
  const opened = yield* Effect.option(
    cipher.unsealUnder(sealingSecret(returned, returned.browserToken), row, sealed.value)
  );
  return Option.flatMap(opened, (bytes) => Schema.decodeOption(schema)(text.decode(bytes)));
});

/** The last event of a login that another request is completing at the moment. */
const inProgressTypes: ReadonlySet<string> = new Set([
  "UpstreamReturned.v1",
  "AdminLoginReturned.v1",
  "PersonLoginReturned.v1"
]);

/** Waits until the request that is completing a login ends, in this process or another one. */
const awaitCompletion = Effect.fnUntraced(
  function* (stream: StreamName) {
    const log = yield* EventLog;
    const head = yield* log.head;
    const last = (yield* log.load(stream)).at(-1);
    if (last === undefined || !inProgressTypes.has(last.type)) return;
    const age = (yield* Clock.currentTimeMillis) - Date.parse(last.recordedAt);
    if (age > Duration.toMillis(loginTimeouts.sameCallback)) return;
    const next = Stream.runHead(Stream.filter(log.follow(head), (event) => event.stream === stream));
    yield* Effect.timeoutOption(next, loginTimeouts.sameCallback);
  },
  Effect.catchTag("CursorBeyondHead", Effect.die)
);

/**
 * Returns, for the second of two identical callbacks from one browser, the reply to the first: stored for 30 seconds,
 * awaited while the first is in progress. None for a callback that differs, comes later, or whose first was never
 * completed.
 */
export const findStoredReply = Effect.fnUntraced(function* <A, E>(
  schema: ReplySchema<A, E>,
  returned: BrowserCallback,
  kind: LookupKind
) {
  if (returned.browserToken === null) return Option.none<Either.Either<A, E>>();
  const lookup = yield* Lookup;
  const stream = yield* lookup.find(kind, stateHashOf(returned));
  if (Option.isNone(stream)) return Option.none<Either.Either<A, E>>();
  yield* awaitCompletion(stream.value);
  return yield* findReply(schema, returned);
});
