import * as Layer from "effect/Layer";
import { layer as atomicallyMemory } from "../../../../src/adapters/memory/log/AtomicallyMemory.ts";
import { layer as memoryStore } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer as recordIndexMemory } from "../../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { recordIndexActors } from "../../../contracts/recordIndexActors.ts";
import { recordIndexAnswers } from "../../../contracts/recordIndexAnswers.ts";
import { recordIndexClear } from "../../../contracts/recordIndexClear.ts";
import { recordIndexContract } from "../../../contracts/recordIndexContract.ts";
import { recordIndexInstants } from "../../../contracts/recordIndexInstants.ts";
import { recordIndexJoins } from "../../../contracts/recordIndexJoins.ts";
import { recordIndexListJoins } from "../../../contracts/recordIndexListJoins.ts";
import { recordIndexPaging } from "../../../contracts/recordIndexPaging.ts";
import { recordIndexRanges } from "../../../contracts/recordIndexRanges.ts";
import { recordIndexRevisions } from "../../../contracts/recordIndexRevisions.ts";
import { recordIndexSizes } from "../../../contracts/recordIndexSizes.ts";

const memory = recordIndexMemory().pipe(Layer.provide(memoryStore));

recordIndexContract("memory", Layer.provide(Layer.merge(recordIndexMemory(), atomicallyMemory), memoryStore));
recordIndexActors("memory", memory);
recordIndexAnswers("memory", memory);
recordIndexClear("memory", Layer.provide(Layer.merge(recordIndexMemory(), atomicallyMemory), memoryStore));
recordIndexInstants("memory", memory);
recordIndexJoins("memory", memory);
recordIndexListJoins("memory", memory);
recordIndexPaging("memory", memory);
recordIndexRanges("memory", memory);
recordIndexRevisions("memory", memory);
recordIndexSizes("memory", (answerBytes) => Layer.provide(recordIndexMemory({ answerBytes }), memoryStore));
