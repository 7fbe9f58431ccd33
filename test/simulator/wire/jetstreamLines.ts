import type { Happening } from "../network/Happening.ts";
import type { WrittenOperation } from "../network/SimulatedRepository.ts";

/** A message of a Jetstream without its position, and the collection that it is filtered by. */
export interface JetstreamMessage {
  readonly collection: string | null;
  /** Returns the JSON for a position in microseconds. */
  readonly at: (microseconds: number) => string;
}

const jsonOf = (members: ReadonlyArray<readonly [name: string, json: string]>): string =>
  `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;

const event = (did: string, kind: string, json: string) => (microseconds: number) =>
  jsonOf([
    ["did", JSON.stringify(did)],
    ["time_us", String(microseconds)],
    ["kind", JSON.stringify(kind)],
    [kind, json]
  ]);

/** A record whose value is not JSON is left out, because a Jetstream cannot decode it. */
const operationJson = (rev: string, { action, collection, record, rkey }: WrittenOperation): string | null => {
  if (record !== null && record.json === null) return null;
  return jsonOf([
    ["rev", JSON.stringify(rev)],
    ["operation", JSON.stringify(action)],
    ["collection", JSON.stringify(collection)],
    ["rkey", JSON.stringify(rkey)],
    ...(record === null || record.json === null
      ? []
      : ([
          ["record", record.json],
          ["cid", JSON.stringify(record.cid.toString())]
        ] as const))
  ]);
};

/** Returns the messages of a Jetstream (version 1) for what happened. It has none for the state of a repository. */
export const jetstreamMessagesOf = (happening: Happening): ReadonlyArray<JetstreamMessage> => {
  const { did } = happening;
  switch (happening._tag) {
    case "Commit": {
      const { commit, isTooBig } = happening;
      if (isTooBig) return [];
      return commit.operations.flatMap((operation) => {
        const json = operationJson(commit.repository.rev, operation);
        return json === null ? [] : [{ collection: operation.collection, at: event(did, "commit", json) }];
      });
    }
    case "State":
      return [];
    case "Identity":
      return [
        { collection: null, at: event(did, "identity", JSON.stringify({ did, handle: happening.handle, seq: 1 })) }
      ];
    case "Account": {
      const { status } = happening;
      const account = { active: status === null, did, seq: 1, ...(status === null ? {} : { status }) };
      return [{ collection: null, at: event(did, "account", JSON.stringify(account)) }];
    }
  }
};
