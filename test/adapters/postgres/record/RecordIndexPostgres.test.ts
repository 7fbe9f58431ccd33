import * as Layer from "effect/Layer";
import { layer as memoryStore } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer as recordIndexMemory } from "../../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { layer as atomicallyPostgres } from "../../../../src/adapters/postgres/AtomicallyPostgres.ts";
import { layer as recordIndexPostgres } from "../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { recordIndexActors } from "../../../contracts/recordIndexActors.ts";
import { recordIndexAnswers } from "../../../contracts/recordIndexAnswers.ts";
import { recordIndexContract } from "../../../contracts/recordIndexContract.ts";
import { recordIndexEquality } from "../../../contracts/recordIndexEquality.ts";
import { recordIndexJoins } from "../../../contracts/recordIndexJoins.ts";
import { recordIndexPaging } from "../../../contracts/recordIndexPaging.ts";
import { recordIndexRanges } from "../../../contracts/recordIndexRanges.ts";
import { recordIndexRevisions } from "../../../contracts/recordIndexRevisions.ts";
import { recordIndexSizes } from "../../../contracts/recordIndexSizes.ts";
import { recordsDatabase } from "./recordsDatabase.ts";

const postgres = recordIndexPostgres().pipe(Layer.provide(recordsDatabase));
const memory = recordIndexMemory().pipe(Layer.provide(memoryStore));

recordIndexContract("Postgres", Layer.provide(Layer.merge(recordIndexPostgres(), atomicallyPostgres), recordsDatabase));
recordIndexActors("Postgres", postgres);
recordIndexAnswers("Postgres", postgres);
recordIndexJoins("Postgres", postgres);
recordIndexPaging("Postgres", postgres);
recordIndexRanges("Postgres", postgres);
recordIndexRevisions("Postgres", postgres);
recordIndexEquality("memory and Postgres", memory, postgres);
recordIndexSizes("Postgres", (answerBytes) => Layer.provide(recordIndexPostgres({ answerBytes }), recordsDatabase));
