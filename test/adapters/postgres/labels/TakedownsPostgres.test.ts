import * as Layer from "effect/Layer";
import { layer as takedowns } from "../../../../src/adapters/postgres/labels/TakedownsPostgres.ts";
import { layer as recordIndex } from "../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { recordIndexTakedowns } from "../../../contracts/recordIndexTakedowns.ts";
import { recordsDatabase } from "../record/recordsDatabase.ts";

recordIndexTakedowns("Postgres", Layer.provide(Layer.mergeAll(recordIndex(), takedowns), recordsDatabase));
