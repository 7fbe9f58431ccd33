import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import type { ReadFallback, ReplicaCounters } from "../../../application/health/ReplicaCounters.ts";
import { databaseError } from "../connection/failureReason.ts";
import type { ReadStatement } from "../reads/CoalescedRead.ts";
import { type Read, RowReader } from "../reads/RowReader.ts";
import type { CommittedPosition } from "./CommittedPosition.ts";
import type { Replica } from "./Replica.ts";
import { reachCommitted } from "./reachCommitted.ts";

/** What a reader over several servers needs. */
interface Servers {
  readonly primary: RowReader["Type"];
  readonly replicas: ReadonlyArray<Replica>;
  readonly committed: CommittedPosition;
  readonly counters: ReplicaCounters;
}

/** The classes of SQLSTATE of a server that stops, starts or loses a connection. */
const isAway = (error: SqlError): boolean => {
  const code = databaseError(error)?.code;
  return code === undefined || code.startsWith("57P") || code.startsWith("08");
};

/** Returns the replicas that reads go to, in turn; undefined while there is none. */
const inTurn = (replicas: ReadonlyArray<Replica>): (() => Replica | undefined) => {
  let turn = 0;
  return () => {
    turn += 1;
    return replicas.map((_, at) => replicas[(turn + at) % replicas.length]).find((replica) => replica?.isUsed);
  };
};

/**
 * A reader that sends reads to replicas. A read sees what was committed before it was requested, like one of the primary: the
 * primary says up to which position it has committed, and the replica reads when it has replayed that. If it has not in
 * time, or fails, the read goes to the primary.
 */
export const replicatedReader = ({ committed, counters, primary, replicas }: Servers): RowReader["Type"] => {
  const next = inTurn(replicas);
  const prepare = <A>(statement: ReadStatement<A>): Read<A> => {
    const onPrimary = primary.prepare(statement);
    const reads = new Map(replicas.map((replica) => [replica, replica.reader.prepare(statement)]));
    const instead = (why: ReadFallback, parameters: Parameters<Read<A>>[0], milliseconds: number) => {
      counters.countFallback(why);
      return onPrimary(parameters, milliseconds);
    };
    return (parameters, milliseconds) =>
      Effect.suspend(() => {
        const replica = committed.isLate ? undefined : next();
        const read = replica && reads.get(replica);
        if (replica === undefined || read === undefined) return instead("left-out", parameters, milliseconds);
        const until = performance.now() + milliseconds;
        const remaining = () => Math.max(1, Math.ceil(until - performance.now()));
        return Effect.flatMap(reachCommitted(committed, replica), (reached) => {
          if (!reached) return instead("behind", parameters, remaining());
          counters.countRead(replica.name);
          return Effect.catchTag(read(parameters, remaining()), "SqlError", (error) => {
            if (isAway(error)) replica.leaveOut("away", error.cause);
            return instead("failed", parameters, remaining());
          });
        });
      });
  };
  return RowReader.of({ prepare });
};
