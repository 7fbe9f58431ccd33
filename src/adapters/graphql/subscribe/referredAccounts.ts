import type { Did } from "../../../domain/atproto/Did.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import type { IndexedRecord } from "../../../domain/record/index/IndexedRecord.ts";
import { accountReferences } from "../../../domain/reference/accountReferences.ts";

/** Returns the accounts other than its author that a record refers to. */
type ReferredAccounts = (record: IndexedRecord) => ReadonlySet<Did>;

const nobody: ReadonlySet<Did> = new Set();

/** Each version is searched once, however many users there are: those who follow the change log share its pages. */
const makeReferredAccounts = ({ collections, objects }: LexiconSet): ReferredAccounts => {
  const references = new Map(collections.map((each) => [each.nsid, accountReferences(each, objects)]));
  const known = new WeakMap<IndexedRecord, ReadonlySet<Did>>();
  return (record) => {
    const before = known.get(record);
    if (before !== undefined) return before;
    const found = references.get(record.collection)?.(record.value, record.did) ?? [];
    const accounts = found.length === 0 ? nobody : new Set(found.map(({ did }) => did));
    known.set(record, accounts);
    return accounts;
  };
};

const bySet = new WeakMap<LexiconSet, ReferredAccounts>();

/** Returns how records refer to accounts by a set of Lexicons. */
export const referredAccounts = (lexicons: LexiconSet): ReferredAccounts => {
  const accounts = bySet.get(lexicons) ?? makeReferredAccounts(lexicons);
  bySet.set(lexicons, accounts);
  return accounts;
};
