import type { History } from "../network/History.ts";
import type { SimulatedRecord } from "../network/simulatedRecord.ts";

/**
 * Applies the operations of all commits of a history, one after the other, to the records before it, and returns the
 * records by their AT URIs. The state of a repository that its host announces without a commit is taken as it is.
 */
export const replayNaively = ({ moments, start }: History): ReadonlyMap<string, SimulatedRecord> => {
  const records = new Map<string, SimulatedRecord>();
  const take = (did: string, own: ReadonlyMap<string, SimulatedRecord>): void => {
    for (const uri of [...records.keys()]) if (uri.startsWith(`at://${did}/`)) records.delete(uri);
    for (const [path, record] of own) records.set(`at://${did}/${path}`, record);
  };
  for (const { did, repository } of start.accounts.values()) take(did, repository.records);
  for (const happening of moments.flatMap(({ happenings }) => happenings)) {
    if (happening._tag === "State") take(happening.did, happening.repository.records);
    if (happening._tag !== "Commit") continue;
    for (const { collection, record, rkey } of happening.commit.operations) {
      const uri = `at://${happening.did}/${collection}/${rkey}`;
      if (record === null) records.delete(uri);
      else records.set(uri, record);
    }
  }
  return records;
};
