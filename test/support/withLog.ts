import * as Layer from "effect/Layer";
import * as UnitsOfWorkMemory from "../../src/adapters/memory/log/UnitsOfWorkMemory.ts";
import type { EventLog } from "../../src/domain/event/EventLog.ts";

/** A log in the place of that of the service, and units of work that append to it, not to that of the service. */
export const withLog = <E, R>(log: Layer.Layer<EventLog, E, R>) =>
  Layer.provideMerge(Layer.fresh(UnitsOfWorkMemory.layer), log);
