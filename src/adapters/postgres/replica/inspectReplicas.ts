import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import type * as Scope from "effect/Scope";
import { openPool } from "../connection/PostgresClient.ts";
import { replicaName } from "./replicaName.ts";
import { replicaSentences, reportedText } from "./replicaSentences.ts";
import { type PrimaryFacts, readPrimary, readReplica, whyLeftOut } from "./serverFacts.ts";

/** How long a server may take to respond. */
const timeout = "5 seconds";

const connect = (url: Redacted.Redacted) => openPool({ url, maxConnections: 1, reportsLoss: false }, false);

const inspect: (primary: PrimaryFacts, url: Redacted.Redacted) => Effect.Effect<string | null, never, Scope.Scope> =
  Effect.fnUntraced(function* (primary, url) {
    const pool = yield* connect(url);
    const name = replicaName(Redacted.value(url));
    return yield* Effect.tryPromise({ try: () => readReplica(pool), catch: reportedText }).pipe(
      Effect.timeoutFail({ duration: timeout, onTimeout: () => "" }),
      Effect.map((facts) => whyLeftOut(primary, facts)),
      Effect.match({
        onFailure: (reported) => `${name}: ${replicaSentences.away}${reported}`,
        onSuccess: (reason) => (reason === null ? null : `${name}: ${replicaSentences[reason]}`)
      })
    );
  });

/**
 * Asks a primary and its replicas who they are. Returns a sentence for each replica that a service would leave out, however
 * far it has replayed; null if the primary does not respond.
 */
export const inspectReplicas: (
  primary: Redacted.Redacted,
  replicas: ReadonlyArray<Redacted.Redacted>
) => Effect.Effect<ReadonlyArray<string> | null> = Effect.fnUntraced(function* (primary, replicas) {
  const pool = yield* connect(primary);
  const facts = yield* Effect.tryPromise(() => readPrimary(pool)).pipe(Effect.timeout(timeout), Effect.option);
  if (facts._tag === "None") return null;
  const found = yield* Effect.forEach(replicas, (url) => inspect(facts.value, url), { concurrency: "unbounded" });
  return found.filter((sentence) => sentence !== null);
}, Effect.scoped);
