import * as fc from "fast-check";
import type { Parameter, ParameterValue } from "../../src/domain/record/query/RecordQuery.ts";
import { atUris, dids, handles, likely } from "./recordIndexAddresses.ts";
import { nsids } from "./recordIndexLexicons.ts";
import { texts } from "./recordIndexValues.ts";

const uris = dids.flatMap((did) => nsids.flatMap((nsid) => [`at://${did}/${nsid}/a`, `at://${did}/${nsid}/self`]));

/** What is asked for, by the kind of parameter it is asked in. */
const pools: ReadonlyArray<readonly [kind: string, values: ReadonlyArray<ParameterValue>]> = [
  ["string", [...texts, ...dids, ...handles, ...nsids, ...uris, "\udc00a", "xx", "self"]],
  [
    "instant",
    [
      0,
      1704067200000000,
      1704067200000001,
      1704067200001000,
      -62135596800000000,
      (253402300799 + 1) * 1e6,
      1e300,
      10413792000000001n,
      10413792000000002n,
      253402300799999999n
    ]
  ],
  ["integer", [0, 1, -1, 2 ** 31, 2 ** 53 - 1, -1e300]],
  ["boolean", [true, false]],
  ["link", ["bafkreibme22gw2h7y2h7tg2fhqotaqjucnbc24deqo72b6mkl2egezxhvy", "a/b", ""]],
  ["bytes", ["AAE", "AA", "", "\u0000"]],
  ["link list", [[], ["bafkreibme22gw2h7y2h7tg2fhqotaqjucnbc24deqo72b6mkl2egezxhvy", ""]]],
  ["bytes list", [[], ["AAE", "\u0000"]]],
  [
    "string list",
    [[], ["a", "A", "\u0000"], ["", "é", "'", '"', "\\", "{}", ","], dids, handles, [`${dids[0]}`, "\udc00"]]
  ],
  ["label list", [[], ["a"], ["a", "A", "é", "\u0000"], ["porn", "spam"], ["!hide", "a"]]],
  ["source list", [[], [...dids], [`${dids[0]}`, "did:web:labeler.example"], ["did:web:labeler.example"]]],
  ["instant list", [[], [1704067200000000, 0], [10413792000000001n, 1704067200000001]]],
  ["integer list", [[], [0, 1, -1]]],
  ["boolean list", [[], [true], [true, false]]],
  ["uri", [...uris, ...Array.from({ length: 20 }, () => likely).flat()]],
  ["any uri", atUris],
  ["did", [...dids.slice(0, 2), ...dids.slice(0, 2), ...dids, "did:plc:unknown"]],
  ["take", [0, 1, 2, 3, 5, 1000, 5000]],
  ["count bound", [1, 2, 3, 5, 10_000]]
];

/** The parameters of every generated query. */
export const parameters: ReadonlyArray<ParameterValue> = pools.flatMap(([, pool]) => pool);

const kinds = pools.flatMap(([kind, pool]) => pool.map(() => kind));

/** A parameter of a kind: a type, a list of a type, or what the kind is called. */
export const parameter = (wanted: string): fc.Arbitrary<Parameter> =>
  fc.constantFrom(...kinds.flatMap((kind, index) => (kind === wanted ? [{ _tag: "Parameter" as const, index }] : [])));
