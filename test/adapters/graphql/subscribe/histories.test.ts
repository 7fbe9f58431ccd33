import * as Layer from "effect/Layer";
import * as GraphqlApiLexicons from "../../../../src/adapters/graphql/GraphqlApiLexicons.ts";
import { liveHistories } from "../../../contracts/liveHistories.ts";
import { memoryService } from "../../../support/memoryService.ts";
import { lexicons } from "../../http/graphql/graphqlServer.ts";

const memory = GraphqlApiLexicons.layer.pipe(Layer.provideMerge(lexicons), Layer.provideMerge(memoryService));

liveHistories("memory", Number(process.env.LIVE_HISTORIES ?? 40), memory);
