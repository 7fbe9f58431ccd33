import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import * as SubscriptionRef from "effect/SubscriptionRef";
import { LexiconCatalog } from "../../domain/lexicon/model/LexiconCatalog.ts";
import type { LexiconSet } from "../../domain/lexicon/model/LexiconSet.ts";
import { RecordIndex } from "../../domain/record/index/RecordIndex.ts";
import { reconnectBackoff } from "../background/backoff.ts";
import { forkSupervised } from "../background/supervise.ts";
import { storedSet } from "../lexicons/storedLexicons.ts";
import * as ReadModels from "./ReadModels.ts";

/**
 * The active Lexicons of this process: the latest import in the log, published after the index was prepared for them.
 */
export const layer = Layer.scoped(
  LexiconCatalog,
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const { lexicons } = yield* ReadModels.ReadModels;
    const prepare = (digest: string) => Effect.tap(storedSet(digest), (set) => index.define(set));
    const ref = yield* SubscriptionRef.make(yield* prepare(yield* lexicons.current));
    // The index is prepared for the set that is published, whoever prepares it last.
    const inTurn = (yield* Effect.makeSemaphore(1)).withPermits(1);
    const activate = (digest: string) =>
      inTurn(Effect.flatMap(prepare(digest), (set) => SubscriptionRef.set(ref, set)));
    yield* lexicons.changes.pipe(
      Stream.runForEach((digest) =>
        activate(digest).pipe(
          Effect.tapError((problem) => Effect.logWarning("New Lexicons cannot take effect yet", problem)),
          Effect.retry(reconnectBackoff)
        )
      ),
      forkSupervised("activate new Lexicons")
    );
    const isLatest = ({ digest }: LexiconSet) => Effect.map(lexicons.current, (latest) => latest === digest);
    return LexiconCatalog.of({
      current: SubscriptionRef.get(ref),
      forWrites: Effect.zipRight(lexicons.about("lexicons"), SubscriptionRef.get(ref)),
      changes: ref.changes,
      awaitImport: (position) =>
        lexicons
          .awaitPosition(position)
          .pipe(
            Effect.zipRight(Stream.runHead(Stream.filterEffect(ref.changes, isLatest))),
            Effect.timeoutOption("5 seconds"),
            Effect.ignore
          ),
      prepareAgain: inTurn(Effect.flatMap(SubscriptionRef.get(ref), index.define))
    });
  })
).pipe(Layer.provide(ReadModels.layer));
