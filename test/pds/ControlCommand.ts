import * as Schema from "effect/Schema";

const pds = Schema.NonNegativeInt;

/** What can be asked of a running harness. */
export const ControlCommand = Schema.Union(
  Schema.TaggedStruct("StopPlc", {}),
  Schema.TaggedStruct("StartPlc", {}),
  Schema.TaggedStruct("StopPds", { pds }),
  Schema.TaggedStruct("StartPds", { pds }),
  Schema.TaggedStruct("CreateAccount", {
    pds,
    handle: Schema.String,
    password: Schema.optional(Schema.String),
    email: Schema.optional(Schema.String)
  }),
  Schema.TaggedStruct("SetTokenMaxAge", { pds, milliseconds: Schema.Positive }),
  Schema.TaggedStruct("SetLexiconAuthority", { pds, did: Schema.String }),
  Schema.TaggedStruct("MapOrigin", { from: Schema.String, to: Schema.optional(Schema.String) }),
  Schema.TaggedStruct("ReadFetchLog", {}),
  Schema.TaggedStruct("ReadMemory", {})
);
export type ControlCommand = typeof ControlCommand.Type;

/** One fetch made by the PDSes; `target` is the origin it was sent to, if mapped. */
export const FetchLogEntry = Schema.Struct({
  url: Schema.String,
  target: Schema.optionalWith(Schema.String, { exact: true })
});
export type FetchLogEntry = typeof FetchLogEntry.Type;

/** The memory of the harness process, in bytes. */
export const Memory = Schema.Struct({ rss: Schema.Number, heapUsed: Schema.Number });
export type Memory = typeof Memory.Type;
