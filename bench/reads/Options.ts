import { parseArgs } from "node:util";
import type { Draw, Form } from "./drawRequests.ts";
import { queries } from "./queries.ts";

/** The options of the benchmark. */
export interface Options {
  /** The number of posts, and of likes. */
  readonly records: number;
  readonly authors: number;
  /** The names of queries; empty for all. */
  readonly only: ReadonlyArray<string>;
  /** The forms of the queries. */
  readonly forms: ReadonlyArray<Form>;
  /** How many different requests each query has, and what they are drawn with. */
  readonly draw: Draw;
  /** Another version of the service, measured in the same rounds: a commit, or the folder of a checkout. */
  readonly against: string | null;
  /** Numbers of workers: the service with each of them, instead of the other servers; empty for the comparison with those. */
  readonly workers: ReadonlyArray<number>;
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
  --form unique      or shared: only one of the forms of the queries
  --pool 1024        different requests for each query; equal ones are that far apart
  --seed 1           another number draws other requests
  --rounds 3         of each server with each query, in turn
  --seconds 4        of each round
  --against commit   another version of the service in the same rounds; or the folder of a checkout
  --workers 1,2,4    the service with each number of workers, instead of the other servers
  --as-it-comes      without indexes on the properties that are filtered by in our tables
  --fsync            with fsync on`;

const units: Readonly<Record<string, number>> = { "": 1, k: 1_000, m: 1_000_000 };

const readCount = (name: string, text: string): number => {
  const [, digits = "", unit = ""] = /^(\d+)([km]?)$/.exec(text.toLowerCase()) ?? [];
  const count = Number(digits) * (units[unit] ?? 0);
  if (count > 0) return count;
  throw new Error(`--${name} must be a number such as 500, 100k or 1m`);
};

const forms: ReadonlyArray<Form> = ["unique", "shared"];

const readForms = (given: string | undefined): ReadonlyArray<Form> => {
  const chosen = forms.filter((form) => given === undefined || given === form);
  if (chosen.length > 0) return chosen;
  throw new Error(`--form must be ${forms.join(" or ")}`);
};

const readNames = (given: string): ReadonlyArray<string> => {
  const known = queries.map(({ name }) => name);
  const names = given.split(",").filter((name) => name !== "");
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new Error(`--only must be of ${known.join(", ")}; there is no query ${unknown}`);
};

const readWorkers = (given: string): ReadonlyArray<number> =>
  given.split(",").flatMap((each) => (each === "" ? [] : [readCount("workers", each)]));

/** Reads the flags; null for `--help`. Throws an error of one line if a flag is invalid. */
export const readOptions = (given: ReadonlyArray<string>): Options | null => {
  const { values } = parseArgs({
    args: [...given],
    options: {
      size: { type: "string", default: "100k" },
      authors: { type: "string" },
      quick: { type: "boolean", default: false },
      only: { type: "string", default: "" },
      form: { type: "string" },
      pool: { type: "string", default: "1024" },
      seed: { type: "string", default: "1" },
      rounds: { type: "string" },
      seconds: { type: "string" },
      against: { type: "string" },
      workers: { type: "string", default: "" },
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
    only: readNames(values.only),
    forms: readForms(values.form),
    draw: { pool: readCount("pool", values.pool), seed: readCount("seed", values.seed) },
    against: values.against ?? null,
    workers: readWorkers(values.workers),
    indexes: !values["as-it-comes"],
    fsync: values.fsync,
    warmUpSeconds: 6,
    warmUpSecondsOfQuery: values.quick ? 1 : 6,
    rounds: readCount("rounds", values.rounds ?? (values.quick ? "2" : "3")),
    roundSeconds: readCount("seconds", values.seconds ?? (values.quick ? "1" : "4"))
  };
};
