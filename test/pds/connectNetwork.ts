import * as Schema from "effect/Schema";
import { runOnAccountDatabase } from "./accountDatabase.ts";
import { type ControlCommand, FetchLogEntry, Memory } from "./ControlCommand.ts";
import type { NewAccount } from "./ensureAccount.ts";
import { Account, type NetworkInfo, type PdsInfo } from "./NetworkInfo.ts";

/** A PDS of the network and what can be done to it. */
export interface Pds extends PdsInfo {
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly createAccount: (account: NewAccount) => Promise<Account>;
  readonly setTokenMaxAge: (milliseconds: number) => Promise<void>;
  readonly setLexiconAuthority: (did: string) => Promise<void>;
  readonly sql: (statement: string) => Promise<ReadonlyArray<Readonly<Record<string, unknown>>>>;
}

/** A running network, as tests and the demo use it. */
export interface Network {
  readonly info: NetworkInfo;
  readonly plc: {
    readonly url: string;
    readonly stop: () => Promise<void>;
    readonly start: () => Promise<void>;
  };
  readonly pdses: readonly [Pds, ...ReadonlyArray<Pds>];
  readonly account: (handle: string) => Account;
  readonly mapOrigin: (from: string, to: string | undefined) => Promise<void>;
  readonly fetchLog: () => Promise<ReadonlyArray<FetchLogEntry>>;
  readonly memory: () => Promise<Memory>;
}

const Failure = Schema.Struct({ error: Schema.String });
const isFailure = Schema.is(Failure);

/** Gives control over a network that another process may have started. */
export function connectNetwork(info: NetworkInfo): Network {
  const ask = async <A, I>(result: Schema.Schema<A, I>, command: ControlCommand): Promise<A> => {
    const response = await fetch(info.controlUrl, { method: "POST", body: JSON.stringify(command) });
    const reply: unknown = await response.json();
    if (isFailure(reply)) throw new Error(`${command._tag}: ${reply.error}`);
    return Schema.decodeUnknownSync(Schema.Struct({ result }))(reply).result;
  };
  const tell = async (command: ControlCommand): Promise<void> => {
    await ask(Schema.Unknown, command);
  };

  const connectPds = (pdsInfo: PdsInfo, pds: number): Pds => ({
    ...pdsInfo,
    stop: () => tell({ _tag: "StopPds", pds }),
    start: () => tell({ _tag: "StartPds", pds }),
    createAccount: (account) => ask(Account, { _tag: "CreateAccount", pds, ...account }),
    setTokenMaxAge: (milliseconds) => tell({ _tag: "SetTokenMaxAge", pds, milliseconds }),
    setLexiconAuthority: (did) => tell({ _tag: "SetLexiconAuthority", pds, did }),
    sql: async (statement) => runOnAccountDatabase(pdsInfo.directory, statement)
  });

  const [first, ...others] = info.pdses.map(connectPds);
  if (first === undefined) throw new Error("The network has no PDS");
  return {
    info,
    plc: { url: info.plcUrl, stop: () => tell({ _tag: "StopPlc" }), start: () => tell({ _tag: "StartPlc" }) },
    pdses: [first, ...others],
    account: (handle) => {
      const account = info.accounts.find((candidate) => candidate.handle === handle);
      if (account === undefined) throw new Error(`The network was not started with the account ${handle}`);
      return account;
    },
    mapOrigin: (from, to) => tell({ _tag: "MapOrigin", from, to }),
    fetchLog: () => ask(Schema.Array(FetchLogEntry), { _tag: "ReadFetchLog" }),
    memory: () => ask(Memory, { _tag: "ReadMemory" })
  };
}
