import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { recordAddress } from "../../../domain/atproto/AtUri.ts";
import { cdnBlobUrl, defaultCdn } from "../../../domain/record/blobUrl.ts";
import { RecordIndex } from "../../../domain/record/RecordIndex.ts";
import { MemoryStore } from "../MemoryStore.ts";
import { answerQuery } from "./answerQuery.ts";
import * as State from "./RecordState.ts";

export interface RecordIndexMemoryOptions {
  /** Where images are served from; the CDN of the Bluesky network unless said. */
  readonly cdn?: string;
}

/** An index in the memory of one process, whose transactions are those of the memory store. */
export const layer = ({
  cdn = defaultCdn
}: RecordIndexMemoryOptions = {}): Layer.Layer<RecordIndex, never, MemoryStore> =>
  Layer.effect(
    RecordIndex,
    Effect.map(MemoryStore, (store) => {
      const cell = store.cell(State.emptyState);
      const blobUrl = cdnBlobUrl(cdn);
      const change = (next: (state: State.RecordState) => State.RecordState) =>
        cell.modify((state) => [undefined, next(state)]);

      return RecordIndex.of({
        define: (lexicons) => change((state) => State.define(state, lexicons)),
        put: (record) => change((state) => State.put(state, record)),
        remove: (uri) => change((state) => State.remove(state, uri)),
        putActor: (actor) => change((state) => State.putActor(state, actor)),
        find: (uri) =>
          Effect.map(cell.get, (state) =>
            Option.map(State.findRecord(state, recordAddress(uri).collection, uri), ({ record }) => record)
          ),
        answer: (query, parameters) => Effect.map(cell.get, (state) => answerQuery(query, parameters, state, blobUrl))
      });
    })
  );
