import type { SimulatedRecord } from "../network/simulatedRecord.ts";
import type { ExpectedAccount } from "./expectedAccounts.ts";

/** What the service answers about an account. */
export interface AnsweredAccount {
  /** The CIDs and values of its records by their AT URIs. */
  readonly records: ReadonlyMap<string, { readonly cid: string; readonly text: string }>;
  readonly handle: string | null;
  readonly isKnown: boolean;
}

const missing: AnsweredAccount = { records: new Map(), handle: null, isKnown: false };

/** Members are compared in any order. */
const inOrder = (value: object): string =>
  JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const textOf = ({ value }: SimulatedRecord): string => inOrder(value ?? {});

/** Returns the text by which the values of two records are compared. */
export const comparable = (value: object): string => inOrder(value);

const recordDifferences = (
  expected: ReadonlyMap<string, SimulatedRecord>,
  answered: AnsweredAccount["records"]
): ReadonlyArray<string> => [
  ...[...expected].flatMap(([uri, record]) => {
    const found = answered.get(uri);
    if (found === undefined) return [`${uri} is missing (${record.kind})`];
    if (found.cid !== record.cid.toString()) return [`${uri} is another version`];
    return found.text === textOf(record) ? [] : [`${uri} has another value: ${found.text.slice(0, 200)}`];
  }),
  ...[...answered.keys()].filter((uri) => !expected.has(uri)).map((uri) => `${uri} should not be there`)
];

const accountDifferences = (
  { did, handles, isShown, knowledge, records }: ExpectedAccount,
  answered: AnsweredAccount
): ReadonlyArray<string> => {
  const isKnown = knowledge === "known" || (knowledge === "maybe" && answered.isKnown);
  if (knowledge === "unknown" && answered.isKnown) return [`${did} should not be known`];
  if (knowledge === "known" && isShown && !answered.isKnown) return [`${did} should be known`];
  const handle =
    !isKnown || !isShown || handles.includes(answered.handle)
      ? []
      : [`${did} has the handle ${answered.handle} instead of ${handles.join(" or ")}`];
  return [...handle, ...recordDifferences(isKnown ? records : new Map(), answered.records)];
};

/** Returns in what the answers of the service differ from what they must be, as sentences; none if they are right. */
export const differences = (
  expected: ReadonlyArray<ExpectedAccount>,
  answered: ReadonlyMap<string, AnsweredAccount>
): ReadonlyArray<string> =>
  expected.flatMap((account) => accountDifferences(account, answered.get(account.did) ?? missing));
