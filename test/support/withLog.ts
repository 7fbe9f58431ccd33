import * as Layer from "effect/Layer";
import * as UnitsOfWorkMemory from "../../src/adapters/memory/log/UnitsOfWorkMemory.ts";
import type { EventLog } from "../../src/domain/event/EventLog.ts";

/** A log in the place of that of the service, and units of work that append to it. */
export const withLog = <E, R>(log: Layer.Layer<EventLog, E, R>) => Layer.provideMerge(UnitsOfWorkMemory.layer, log);
