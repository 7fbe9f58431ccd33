import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import type { Client } from "pg";
import type { Load } from "../reads/Load.ts";
import { loadByNode } from "../reads/loadByNode.ts";
import { median } from "../rounds/median.ts";
import { startService } from "../sync/startService.ts";
import { startStatuses } from "./startStatuses.ts";

/** How much is measured. */
export interface LabelsOptions {
  readonly rounds: number;
  readonly seconds: number;
}

const records = 20_000;
const [smallest, sizes] = [30, 41];

/** Pages of different sizes, so that no two requests at the same time are equal. */
const page = (more: string, selected: string) => {
  const query = `query ($first: Int) {
    xyzStatusphereStatus(first: $first${more}) { edges { cursor node { uri status createdAt ${selected} } } }
  }`;
  return Array.from({ length: sizes }, (_, at) => JSON.stringify({ query, variables: { first: smallest + at } }));
};

const forms = [
  { name: "labels of each record", bodies: page("", "labels { src val }") },
  { name: "without what the viewer hides", bodies: page(", respectPreferences: true", "") },
  { name: "without a label", bodies: page(', where: { labels: { none: ["spam"] } }', "") }
];

/** One of 20 records has a label. */
const labelSome = (database: Client) =>
  database.query(
    `insert into tidemark.labels (uri, src, val, did, neg, cts)
     select uri, 'did:web:labeler.example', case when random() < 0.5 then 'spam' else 'porn' end, split_part(uri, '/', 3), false, 1
     from (select uri, row_number() over () as n from tidemark_records.changes) c where n % 20 = 0`
  );

/** Fails if a form is not answered with a page of the size that it asks for. */
const check = async (url: string, bodies: ReadonlyArray<string>): Promise<void> => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: bodies[0] ?? ""
  });
  const text = await response.text();
  if (text.split('"cursor"').length - 1 !== smallest) throw new Error(`Not a page: ${text.slice(0, 500)}`);
};

const rate = ({ requests, seconds }: Load): number => requests / seconds;

/** Measures pages of 30 to 70 records with labels beside the same page without, alternated. */
export const labels = ({ rounds, seconds }: LabelsOptions, databaseUrl: string) =>
  Effect.gen(function* () {
    const source = yield* startStatuses("fixed");
    const { contender, database, server } = yield* startService(source, databaseUrl);
    yield* Effect.promise(() => contender.storeUpTo(records));
    yield* Effect.promise(() => labelSome(database));
    yield* Effect.promise(() => database.query("vacuum analyze"));
    const load = (bodies: ReadonlyArray<string>) => Effect.promise(() => loadByNode(server.url, bodies, seconds));
    const plain = page("", "");
    yield* load(plain);
    for (const { bodies, name } of forms) {
      yield* Effect.promise(() => check(server.url, bodies));
      const ratios: Array<number> = [];
      for (let round = 0; round < rounds; round += 1) {
        const without = yield* load(plain);
        ratios.push(rate(yield* load(bodies)) / rate(without));
      }
      yield* Console.log(`a page ${name}: ${median(ratios).toFixed(2)} of the rate of the page without labels`);
    }
  }).pipe(Effect.scoped);
