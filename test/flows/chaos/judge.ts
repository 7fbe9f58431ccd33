import { loggedEvents } from "../../support/loggedEvents.ts";
import { eventually } from "../eventually.ts";
import { compare, isExplained } from "../faults/compare.ts";
import { recordsAtPds } from "../RecordsAtPds.ts";
import { WriteLog } from "../WriteLog.ts";
import type { ChaosReport } from "./ChaosReport.ts";
import type { Crowd } from "./chaosRun.ts";
import { directCollection } from "./DirectWriter.ts";
import { contradictLog, reasonsOfEnds } from "./findViolations.ts";
import type { StartedChaos } from "./startChaos.ts";
import { verifyLog } from "./verifyLog.ts";

type Verdict = Omit<ChaosReport, "seed" | "seconds" | "faults" | "without" | "memory">;

const notes = "dev.tidemark.note";

/** Waits for a condition, and returns what is wrong if it does not become true. */
const settled = async (what: string, check: () => Promise<boolean>): Promise<ReadonlyArray<string>> =>
  eventually(what, check, 60_000).then(
    () => [],
    (error: unknown) => [error instanceof Error ? error.message : String(error)]
  );

/** What followers have not received of the records that are there, and what they received twice. */
const unseen = ({ followers, people }: Crowd): ReadonlyArray<string> =>
  people
    .flatMap(({ author }) => [...author.account.there.keys()])
    .filter((text) => !followers.some((follower) => follower.has(text)));

const isIndexed = async (log: WriteLog, atPds: ReadonlyMap<string, string>): Promise<boolean> => {
  const indexed = await log.indexed(directCollection);
  return indexed.size === atPds.size && [...atPds].every(([uri, cid]) => indexed.get(uri) === cid);
};

/** Compares what everybody was told with the log, the index and the PDS, when nothing fails any more. */
export const judge = async (
  { database, env, folder, network, nodes }: StartedChaos,
  crowd: Crowd
): Promise<Verdict> => {
  const { acknowledged, followers, people, writers } = crowd;
  const [pds] = network.pdses;
  const log = await WriteLog.at(database.url);
  try {
    const violations: Array<string> = [
      ...(await settled("every write has an outcome", async () => (await log.writes()).every(isExplained))),
      ...(await settled("subscriptions have every change", async () => unseen(crowd).length === 0))
    ];
    const recordsOf = async (dids: ReadonlyArray<string>, collection: string) =>
      (await Promise.all(dids.map((did) => recordsAtPds(pds.url, did, collection)))).flat();
    const direct = await recordsOf(
      writers.map(({ account }) => account.did),
      directCollection
    );
    const directByUri = new Map(direct.map(({ cid, uri }) => [uri, cid]));
    violations.push(...(await settled("live sync has every record", () => isIndexed(log, directByUri))));
    for (const follower of followers) await follower.stop();

    const written = await recordsOf(
      people.map(({ did }) => did),
      notes
    );
    const differences = compare(
      people.map(({ author }) => author),
      written,
      await log.writes(),
      await log.claimed(),
      await log.indexed(notes)
    );
    for (const [kind, found] of Object.entries(differences))
      violations.push(...found.map((each: string) => `${kind}: ${each}`));
    violations.push(...unseen(crowd).map((text) => `No subscription received ${text}`));
    for (const follower of followers)
      violations.push(...follower.repeated.map((text) => `A subscription received ${text} more than once`));

    const events = await loggedEvents(database.url);
    const key = await (await fetch(`${nodes[0]?.process.reach}/log/key`)).text();
    violations.push(
      ...acknowledged.stale.map((each) => `Stale read: ${each}`),
      ...acknowledged.refused.map((each) => `Refused: ${each}`),
      ...contradictLog(acknowledged, events),
      ...(await verifyLog(env, key, folder))
    );
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
      violations
    };
  } finally {
    await log.stop();
  }
};
