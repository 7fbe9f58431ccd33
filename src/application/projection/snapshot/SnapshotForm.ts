import * as Either from "effect/Either";
import * as Iterable from "effect/Iterable";
import type { ParseError } from "effect/ParseResult";
import * as Schema from "effect/Schema";

/** How a state is written to a snapshot, and read from it: as entries, each of which is one line of JSON. */
export interface SnapshotForm<State> {
  /** Changes with what the entries hold, and with what the read model makes of the same events. */
  readonly version: number;
  readonly linesOf: (state: State) => globalThis.Iterable<string>;
  readonly read: (lines: ReadonlyArray<string>) => Either.Either<State, ParseError>;
}

interface Entries<State, Entry, Encoded> {
  readonly version: number;
  readonly entry: Schema.Schema<Entry, Encoded>;
  readonly entriesOf: (state: State) => globalThis.Iterable<Entry>;
  readonly stateOf: (entries: ReadonlyArray<Entry>) => State;
}

/** Creates the form of a state that consists of entries of one schema. */
export const snapshotForm = <State, Entry, Encoded>({
  entriesOf,
  entry,
  stateOf,
  version
}: Entries<State, Entry, Encoded>): SnapshotForm<State> => {
  const encode = Schema.encodeSync(Schema.parseJson(entry));
  const decode = Schema.decodeUnknownEither(Schema.parseJson(Schema.Array(entry)));
  return {
    version,
    linesOf: (state) => Iterable.map(entriesOf(state), (each) => encode(each)),
    read: (lines) => Either.map(decode(`[${lines.join(",")}]`), stateOf)
  };
};
