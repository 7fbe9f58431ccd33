import * as Layer from "effect/Layer";
import { layer as memoryStore } from "../../../../src/adapters/memory/MemoryStore.ts";
import { layer as recordIndexMemory } from "../../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { layer as atomicallyPostgres } from "../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer as knownActorsPostgres } from "../../../../src/adapters/postgres/record/KnownActorsPostgres.ts";
import { layer as recordIndexPostgres } from "../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { recordIndexActors } from "../../../contracts/recordIndexActors.ts";
import { recordIndexAnswers } from "../../../contracts/recordIndexAnswers.ts";
import { recordIndexClear } from "../../../contracts/recordIndexClear.ts";
import { recordIndexContract } from "../../../contracts/recordIndexContract.ts";
import { recordIndexEquality } from "../../../contracts/recordIndexEquality.ts";
import { recordIndexHidden } from "../../../contracts/recordIndexHidden.ts";
import { recordIndexHiddenEquality } from "../../../contracts/recordIndexHiddenEquality.ts";
import { recordIndexInstants } from "../../../contracts/recordIndexInstants.ts";
import { recordIndexJoins } from "../../../contracts/recordIndexJoins.ts";
import { recordIndexListJoins } from "../../../contracts/recordIndexListJoins.ts";
import { recordIndexNotificationHistories } from "../../../contracts/recordIndexNotificationHistories.ts";
import { recordIndexNotifications } from "../../../contracts/recordIndexNotifications.ts";
import { recordIndexPaging } from "../../../contracts/recordIndexPaging.ts";
import { recordIndexRanges } from "../../../contracts/recordIndexRanges.ts";
import { recordIndexRevisions } from "../../../contracts/recordIndexRevisions.ts";
import { recordIndexSizes } from "../../../contracts/recordIndexSizes.ts";
import { recordIndexVersions } from "../../../contracts/recordIndexVersions.ts";
import { recordsDatabase } from "./recordsDatabase.ts";

const postgres = recordIndexPostgres().pipe(Layer.provide(recordsDatabase));
const memory = recordIndexMemory().pipe(Layer.provide(memoryStore));

recordIndexContract("Postgres", Layer.provide(Layer.merge(recordIndexPostgres(), atomicallyPostgres), recordsDatabase));
recordIndexClear("Postgres", Layer.provide(Layer.merge(recordIndexPostgres(), atomicallyPostgres), recordsDatabase));
recordIndexActors("Postgres", Layer.provide(Layer.merge(recordIndexPostgres(), knownActorsPostgres), recordsDatabase));
recordIndexAnswers("Postgres", postgres);
recordIndexInstants("Postgres", postgres);
recordIndexJoins("Postgres", postgres);
recordIndexListJoins("Postgres", postgres);
recordIndexPaging("Postgres", postgres);
recordIndexRanges("Postgres", postgres);
recordIndexRevisions("Postgres", postgres);
recordIndexEquality("memory and Postgres", memory, postgres);
recordIndexSizes("Postgres", (answerBytes) => Layer.provide(recordIndexPostgres({ answerBytes }), recordsDatabase));
recordIndexHidden(
  "Postgres",
  Layer.provide(Layer.mergeAll(recordIndexPostgres(), knownActorsPostgres, atomicallyPostgres), recordsDatabase)
);
recordIndexHiddenEquality("memory and Postgres", 20, memory, postgres);
recordIndexVersions("Postgres", 20, postgres);
recordIndexNotifications(
  "Postgres",
  Layer.provide(Layer.merge(recordIndexPostgres(), atomicallyPostgres), recordsDatabase)
);
recordIndexNotificationHistories(
  "Postgres",
  { histories: Number(process.env.HISTORIES ?? 100), perIndex: 100 },
  postgres
);
