import * as Layer from "effect/Layer";
import * as AtomicallyMemory from "../../../../src/adapters/memory/log/AtomicallyMemory.ts";
import * as EventLogMemory from "../../../../src/adapters/memory/log/EventLogMemory.ts";
import * as MemoryStore from "../../../../src/adapters/memory/MemoryStore.ts";
import { subjectsContract } from "../../../contracts/subjectsContract.ts";

subjectsContract(
  "memory",
  Layer.merge(EventLogMemory.layer, AtomicallyMemory.layer).pipe(Layer.provide(MemoryStore.layer))
);
