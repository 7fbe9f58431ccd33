import { loggedEvents } from "../../support/loggedEvents.ts";
import { compare, isExplained } from "../faults/compare.ts";
import { type RecordAtPds, recordsAtPds } from "../RecordsAtPds.ts";
import { WriteLog } from "../WriteLog.ts";
import type { ChaosReport } from "./ChaosReport.ts";
import type { Crowd, WarmCrowd } from "./Crowd.ts";
import { directCollection } from "./DirectWriter.ts";
import { contradictLog, reasonsOfEnds } from "./findViolations.ts";
import type { RunSteps } from "./RunSteps.ts";
import type { StartedChaos } from "./startChaos.ts";
import { unseenTexts } from "./unseenTexts.ts";
import { verifyLog } from "./verifyLog.ts";

type Verdict = Omit<ChaosReport, "seed" | "seconds" | "faults" | "without" | "memory">;

const notes = "dev.tidemark.note";

/** After how many seconds a step of the comparison is given up. */
const limit = 60;

const unseen = ({ early, followers, people }: WarmCrowd): ReadonlyArray<string> =>
  unseenTexts(
    people.flatMap(({ author }) => [...author.account.there.keys()]),
    early,
    followers
  );

const isIndexed = async (log: WriteLog, atPds: ReadonlyMap<string, string>): Promise<boolean> => {
  const indexed = await log.indexed(directCollection);
  return indexed.size === atPds.size && [...atPds].every(([uri, cid]) => indexed.get(uri) === cid);
};

/** What everybody was told against what the log, the index and the PDS have. */
const differencesOf = async (log: WriteLog, { people }: Crowd, written: ReadonlyArray<RecordAtPds>) => {
  const authors = people.map(({ author }) => author);
  const differences = compare(authors, written, await log.writes(), await log.claimed(), await log.indexed(notes));
  return Object.entries(differences).flatMap(([kind, found]) => found.map((each: string) => `${kind}: ${each}`));
};

/** Compares what everybody was told with the log, the index and the PDS, when nothing fails any more. */
export const judge = async (
  { database, env, folder, network, nodes }: StartedChaos,
  crowd: WarmCrowd,
  steps: RunSteps
): Promise<Verdict> => {
  const { acknowledged, followers, people, writers } = crowd;
  const [pds] = network.pdses;
  const log = await steps.require("the log can be read", limit, () => WriteLog.at(database.url));
  const list = async (who: ReadonlyArray<{ readonly did: string }>, collection: string) => {
    const ask = () => Promise.all(who.map(({ did }) => recordsAtPds(pds.url, did, collection)));
    return (await steps.attempt(`the PDS lists ${collection}`, limit, ask))?.flat() ?? [];
  };
  try {
    await steps.until("every write has an outcome", limit, async () => (await log.writes()).every(isExplained));
    const missing = () => `subscriptions have every change (${unseen(crowd).length} are missing)`;
    await steps.until(missing, limit, async () => unseen(crowd).length === 0);
    const direct = await list(
      writers.map(({ account }) => account),
      directCollection
    );
    const directByUri = new Map(direct.map(({ cid, uri }) => [uri, cid]));
    await steps.until("live sync has every record", limit, () => isIndexed(log, directByUri));
    await steps.attempt("subscriptions end", limit, () => Promise.all(followers.map((each) => each.stop())));

    const written = await list(people, notes);
    const differences = await steps.attempt("everything is compared", limit, () => differencesOf(log, crowd, written));
    const events = (await steps.attempt("the log is read", limit, () => loggedEvents(database.url))) ?? [];
    const askKey = async () => (await fetch(`${nodes[0]?.process.reach}/log/key`)).text();
    const key = (await steps.attempt("a node tells the keys of the log", limit, askKey)) ?? "";
    const { clientIds, logins, reads, refreshes } = acknowledged;
    return {
      events: events.length,
      records: written.length,
      directRecords: direct.length,
      logins,
      refreshes,
      reads,
      clients: clientIds.length,
      retries: people.reduce((sum, { author }) => sum + author.retries, 0),
      failedStarts: nodes.reduce((sum, node) => sum + node.failedStarts, 0),
      ends: reasonsOfEnds(events),
      violations: [
        ...(differences ?? []),
        ...unseen(crowd).map((text) => `No subscription received ${text}`),
        ...followers.flatMap(({ repeated }) =>
          repeated.map((text) => `A subscription received ${text} more than once`)
        ),
        ...acknowledged.stale.map((each) => `Stale read: ${each}`),
        ...acknowledged.refused.map((each) => `Refused: ${each}`),
        ...contradictLog(acknowledged, events),
        ...(await verifyLog(env, key, folder, steps))
      ]
    };
  } finally {
    await steps.attempt("the reader of the log stops", limit, () => log.stop());
  }
};
