import { promises as dns } from "node:dns";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";

/** The resolver is unavailable or did not respond. */
export class TxtLookupFailed extends Schema.TaggedError<TxtLookupFailed>()("TxtLookupFailed", {}) {}

/** Looks up DNS TXT records. */
export class TxtRecords extends Context.Tag("adapters/identity/TxtRecords")<
  TxtRecords,
  {
    /** Returns the records of a name, each as one string; none when the name has none or does not exist. */
    readonly lookup: (name: string) => Effect.Effect<ReadonlyArray<string>, TxtLookupFailed>;
  }
>() {}

const absent: ReadonlySet<string> = new Set(["ENODATA", "ENOTFOUND"]);

const isAbsence = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && absent.has(error.code);

/** Implements `TxtRecords` with the name servers of the system. */
export const layer: Layer.Layer<TxtRecords> = Layer.sync(TxtRecords, () => {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });
  return TxtRecords.of({
    lookup: (name) =>
      Effect.tryPromise({ try: () => resolver.resolveTxt(name), catch: (error) => error }).pipe(
        Effect.map((records) => records.map((chunks) => chunks.join(""))),
        Effect.catchAll((error) => (isAbsence(error) ? Effect.succeed([]) : new TxtLookupFailed()))
      )
  });
});
