import * as Data from "effect/Data";

/** Persisted documents that the service cannot start with; `message` is one line for each fault. */
export class PersistedDocumentsInvalid extends Data.TaggedError("PersistedDocumentsInvalid")<{
  readonly message: string;
}> {
  static of(faults: ReadonlyArray<{ readonly name: string; readonly reason: string }>): PersistedDocumentsInvalid {
    const lines = faults.map(({ name, reason }) => `PERSISTED_DOCUMENTS ${name}: ${reason.replaceAll(/\s+/g, " ")}`);
    return new PersistedDocumentsInvalid({ message: lines.join("\n") });
  }
}
