import { parseArgs } from "node:util";

/** The options of the benchmark. */
export interface Options {
  /** The number of posts, and of likes. */
  readonly records: number;
  readonly authors: number;
  /** The names of queries; empty for all. */
  readonly only: ReadonlyArray<string>;
  /** A folder with another checkout of the service, measured in the same rounds. */
  readonly against: string | null;
  /** Whether the filtered properties have indexes in our tables; those of the peer always do. */
  readonly indexes: boolean;
  readonly fsync: boolean;
  /** The minimum duration for each server, and for each query on it. */
  readonly warmUpSeconds: number;
  readonly warmUpSecondsOfQuery: number;
  readonly rounds: number;
  readonly roundSeconds: number;
}

export const usage = `npm run bench -- reads [flags]
  --size 100k        posts, and as many likes; 1m for a million
  --authors 2k       authors of them, each with a profile; a fiftieth of the posts by default
  --quick            shorter warm-up and rounds
  --only flat,count  these queries only
  --against folder   another checkout of the service in the same rounds
  --as-it-comes      without indexes on the properties that are filtered by in our tables
  --fsync            with fsync on`;

const units: Readonly<Record<string, number>> = { "": 1, k: 1_000, m: 1_000_000 };

const readCount = (name: string, text: string): number => {
  const [, digits = "", unit = ""] = /^(\d+)([km]?)$/.exec(text.toLowerCase()) ?? [];
  const count = Number(digits) * (units[unit] ?? 0);
  if (count > 0) return count;
  throw new Error(`--${name} must be a number such as 500, 100k or 1m`);
};

/** Reads the flags; null for `--help`. Throws an error of one line if a flag is invalid. */
export const readOptions = (given: ReadonlyArray<string>): Options | null => {
  const { values } = parseArgs({
    args: [...given],
    options: {
      size: { type: "string", default: "100k" },
      authors: { type: "string" },
      quick: { type: "boolean", default: false },
      only: { type: "string", default: "" },
      against: { type: "string" },
      "as-it-comes": { type: "boolean", default: false },
      fsync: { type: "boolean", default: false },
      help: { type: "boolean", default: false }
    }
  });
  if (values.help) return null;
  const records = readCount("size", values.size);
  return {
    records,
    authors: values.authors === undefined ? Math.ceil(records / 50) : readCount("authors", values.authors),
    only: values.only.split(",").filter((name) => name !== ""),
    against: values.against ?? null,
    indexes: !values["as-it-comes"],
    fsync: values.fsync,
    ...(values.quick
      ? { warmUpSeconds: 6, warmUpSecondsOfQuery: 1, rounds: 2, roundSeconds: 1 }
      : { warmUpSeconds: 6, warmUpSecondsOfQuery: 6, rounds: 3, roundSeconds: 4 })
  };
};
