import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { LexiconDocuments } from "../../../domain/lexicon/import/LexiconDocuments.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

interface DocumentsRow {
  readonly documents: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

const unavailable = storeUnavailable("lexicon-documents");

const makeLexiconDocuments = Effect.map(SqlClient, (sql) =>
  LexiconDocuments.of({
    put: (digest, documents) =>
      sql`insert into tidemark.lexicon_documents (digest, documents) values (${digest}, ${JSON.stringify(documents)})
        on conflict (digest) do nothing
      `.pipe(Effect.asVoid, Effect.mapError(unavailable)),
    get: (digest) =>
      sql<DocumentsRow>`select documents from tidemark.lexicon_documents where digest = ${digest}`.pipe(
        Effect.mapBoth({
          onFailure: unavailable,
          onSuccess: ([row]) => Option.map(Option.fromNullable(row), ({ documents }) => documents)
        })
      )
  })
);

/** Sets of Lexicon documents in `tidemark.lexicon_documents`, each stored as JSON text. */
export const layer: Layer.Layer<LexiconDocuments, never, SqlClient> = Layer.effect(
  LexiconDocuments,
  makeLexiconDocuments
);
