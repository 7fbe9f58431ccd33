import * as Layer from "effect/Layer";
import * as GraphqlApiLexicons from "../../../../src/adapters/graphql/GraphqlApiLexicons.ts";
import { layer as recordChanges } from "../../../../src/adapters/postgres/record/RecordChangesPostgres.ts";
import { layer as recordIndex } from "../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { liveHistories } from "../../../contracts/liveHistories.ts";
import { memoryService } from "../../../support/memoryService.ts";
import { lexicons } from "../../http/graphql/graphqlServer.ts";
import { recordsDatabase } from "./recordsDatabase.ts";

const postgres = Layer.provide(Layer.merge(recordIndex(), recordChanges), recordsDatabase);

liveHistories(
  "Postgres",
  Math.ceil(Number(process.env.LIVE_HISTORIES ?? 200) / 10),
  GraphqlApiLexicons.layer.pipe(
    Layer.provideMerge(postgres),
    Layer.provideMerge(lexicons),
    Layer.provideMerge(memoryService)
  )
);
