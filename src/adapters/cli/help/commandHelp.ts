import { lexiconHelp } from "../lexicons/lexiconHelp.ts";

interface CommandHelp {
  /** What it does, in sentences. */
  readonly what: string;
  /** How it is typed. */
  readonly examples: ReadonlyArray<string>;
  /** An answer by `--json`: its members, and values such as they may be. */
  readonly answer?: unknown;
  /** What exit codes mean here, where that is more than anywhere. */
  readonly exits?: Readonly<Record<number, string>>;
}

/** What exit codes mean; 3 is the one that a script may try again after. */
export const exits: Readonly<Record<number, string>> = {
  0: "Done.",
  1: "Failed, or refused.",
  2: "Wrong usage: what was typed cannot be right.",
  3: "The database, or what else is needed, is not there now.",
  130: "Interrupted."
};

const exampleId = "client_aaaaaaaaaaaaaaaaaaaaaa";

const client = {
  clientId: exampleId,
  name: "My App",
  type: "public",
  redirectUris: ["https://app.example.com/callback"],
  scope: "atproto transition:generic",
  tokenEndpointAuthMethod: "none",
  origin: "operator",
  mayAdminister: false
};

const publicKey = { kty: "EC", crv: "P-256", x: "…", y: "…", kid: "…", alg: "ES256", use: "sig" };

const clientInFull = {
  ...client,
  registeredAt: "2026-01-31T12:00:00.000Z",
  grantTypes: ["authorization_code", "refresh_token"],
  jwks: null,
  jwksUri: null,
  dpopBoundAccessTokens: true,
  requirePushedAuthorizationRequests: false,
  managesItself: false,
  lifetimes: { accessToken: 300, refreshToken: null, authorization: null }
};

const comparison = {
  isEqual: true,
  position: 1234,
  clients: 1,
  processes: [{ process: "host:4711", position: 1234, clients: 1, differences: [] }],
  silent: 0,
  unreadable: [],
  projections: [{ projection: "lookups", rows: 533, count: 0, differences: [] }],
  lexicons: { digest: "…", stored: "…" }
};

/** The help of every command, by its words. */
export const commandHelp = {
  "": {
    what: "Manages a Tidemark instance, whether it runs or not: the one of DATABASE_URL, or else of the folder DATA_DIR (./data). Exit codes: 0 done, 1 failed, 2 wrong usage, 3 unavailable now, 130 interrupted.",
    examples: ["tidemark clients list", "tidemark clients register --help", "tidemark doctor"]
  },
  clients: {
    what: "Registers the apps that people log in to, and manages them.",
    examples: ["tidemark clients register --help"]
  },
  "clients register": {
    what: "Registers an app, and shows its client id; of a confidential app also its secret, this once.",
    examples: [
      'tidemark clients register --name "My App" --type public --redirect-uri https://app.example.com/callback',
      'tidemark clients register --name "My Server" --type confidential --redirect-uri https://app.example.com/callback --json',
      'tidemark clients register --name "My Server" --type confidential --redirect-uri https://app.example.com/callback --auth-method private_key_jwt --jwks-uri https://app.example.com/jwks.json'
    ],
    answer: { ...client, clientSecret: null }
  },
  "clients list": {
    what: "Lists the registered apps in the order of their registration.",
    examples: ["tidemark clients list --json"],
    answer: { clients: [client] }
  },
  "clients show": {
    what: "Shows everything about an app, but its secret, which nobody has.",
    examples: [
      "tidemark clients show client_aaaaaaaaaaaaaaaaaaaaaa",
      "tidemark clients show client_aaaaaaaaaaaaaaaaaaaaaa --json"
    ],
    answer: clientInFull
  },
  "clients update": {
    what: "Changes the name, the redirect URIs (all at once) or the scope of an app, or whether its access tokens may administer; the rest stays.",
    examples: [
      'tidemark clients update client_aaaaaaaaaaaaaaaaaaaaaa --name "New Name"',
      "tidemark clients update client_aaaaaaaaaaaaaaaaaaaaaa --redirect-uri https://a.example/cb --redirect-uri https://b.example/cb",
      "tidemark clients update client_aaaaaaaaaaaaaaaaaaaaaa --may-administer yes"
    ],
    answer: client
  },
  "clients rotate-secret": {
    what: "Gives a confidential app another secret and shows it, this once; the old one ends at once.",
    examples: ["tidemark clients rotate-secret client_aaaaaaaaaaaaaaaaaaaaaa"],
    answer: { clientId: exampleId, clientSecret: "…" }
  },
  "clients lifetimes": {
    what: "Sets how long what an app gets is good, from its next tokens on; what is left out is as for all apps.",
    examples: [
      "tidemark clients lifetimes client_aaaaaaaaaaaaaaaaaaaaaa --access-token 300 --authorization 2592000",
      "tidemark clients lifetimes client_aaaaaaaaaaaaaaaaaaaaaa"
    ],
    answer: { clientId: exampleId, accessToken: 300, refreshToken: null, authorization: null }
  },
  "clients keys": {
    what: "Replaces the keys by which an app proves itself (private_key_jwt), or the address where they are.",
    examples: [
      "tidemark clients keys client_aaaaaaaaaaaaaaaaaaaaaa --jwks-uri https://app.example.com/jwks.json",
      'tidemark clients keys client_aaaaaaaaaaaaaaaaaaaaaa --jwks "$(cat jwks.json)"'
    ],
    answer: clientInFull
  },
  "clients delete": {
    what: "Removes an app for good; its client id is never given to another.",
    examples: ["tidemark clients delete client_aaaaaaaaaaaaaaaaaaaaaa --yes"],
    answer: { clientId: exampleId, deleted: true }
  },
  ...lexiconHelp,
  audit: {
    what: "Reads the history: who did what, when, through which app, and why something was refused or ended.",
    examples: ["tidemark audit list --outcome failure", "tidemark audit show auth_aaaaaaaaaaaaaaaaaaaaaa"]
  },
  "audit list": {
    what: "Lists the latest events, the oldest of them first, each in plain words; --json gives a line of JSON for each.",
    examples: [
      "tidemark audit list",
      "tidemark audit list --did alice.example.com --outcome failure --since 2026-01-31",
      "tidemark audit list --type LoginFailed.v1 --type CodeRefused.v1 --follow --json"
    ]
  },
  "audit show": {
    what: "Shows an authorization from its request to its end, everything about an account or a record, or one event by its position or id; --json gives a line of JSON for each event.",
    examples: [
      "tidemark audit show auth_aaaaaaaaaaaaaaaaaaaaaa",
      "tidemark audit show did:plc:ewvi7nxzyoun6zhxrhs64oiz",
      "tidemark audit show at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/xyz.statusphere.status/3jzfcijpj2z2a",
      "tidemark audit show 42"
    ],
    exits: { 1: "The history has nothing about it." }
  },
  "audit export": {
    what: "Exports the history, the oldest event first, each a line: by the bytes that its leaf hash is of, or as a CloudEvent. The last line tells a whole export from one that was cut off.",
    examples: [
      "tidemark audit export --output history.ndjson",
      "tidemark audit export --since 2026-01-01 --until 2026-02-01 --format cloudevents --source https://tidemark.example.com"
    ]
  },
  indexes: {
    what: "Tells which fields of records deserve an index.",
    examples: ["tidemark indexes advise"]
  },
  "indexes advise": {
    what: "Lists the fields that queries filtered and sorted by, how often, and whether an index serves that.",
    examples: ["tidemark indexes advise", "tidemark indexes advise --json"],
    answer: { fields: [], indexedFields: [] }
  },
  sessions: {
    what: "Tells of the sessions at the PDSes of people.",
    examples: ["tidemark sessions owed"]
  },
  "sessions owed": {
    what: "Lists the sessions that are over and whose PDS could not be told yet, the oldest first.",
    examples: ["tidemark sessions owed", "tidemark sessions owed --json"],
    answer: { owed: [] }
  },
  sync: {
    what: "Shows what came of indexing the repositories of accounts.",
    examples: ["tidemark sync skipped"]
  },
  "sync skipped": {
    what: "Lists the records that were left out when repositories were indexed last, each with the reason: the first 1,000, of one account or of all.",
    examples: ["tidemark sync skipped", "tidemark sync skipped --did alice.example.com --json"],
    answer: {
      total: 1,
      skipped: [
        {
          uri: "at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/xyz.statusphere.status/3jzfcijpj2z2a",
          cid: "bafyrei…",
          reason: "invalid-utf8",
          message: "It has a string that is not UTF-8.",
          did: "did:plc:ewvi7nxzyoun6zhxrhs64oiz",
          handle: "alice.example.com",
          rev: "3l2zpbbhyxs2b",
          indexedAt: "2026-01-31T12:00:00.000Z"
        }
      ]
    }
  },
  "setup-token": {
    what: "Makes a one-time token that lets somebody become an admin at /settings, whoever is one already.",
    examples: ["tidemark setup-token"],
    answer: { setupToken: "setup_…" }
  },
  registry: {
    what: "Holds what is made from the log beside the log.",
    examples: ["tidemark registry compare"]
  },
  "registry compare": {
    what: "Replays the log into memory, and tells where the client registry of a running process (by client and member), what is stored by which streams are found, the writes in doubt, what is owed to PDSes, or the Lexicons in force differ from it. Changes nothing, and disturbs nobody.",
    examples: ["tidemark registry compare", "tidemark registry compare --json"],
    answer: comparison,
    exits: { 0: "All of it is as the log has it.", 1: "Something differs." }
  },
  "registry rebuild": {
    what: "Puts right what is stored and differs from the log, in one transaction while services run, then compares again. A process whose registry in memory differs is to be restarted.",
    examples: ["tidemark registry rebuild"],
    answer: { restored: [{ projection: "lookups", count: 0 }], ...comparison },
    exits: {
      0: "All of it is as the log has it now.",
      1: "Something still differs, or a later version wrote to the log: nothing was changed then."
    }
  },
  keys: {
    what: "Makes the keys of the service, and shows which it has.",
    examples: ["tidemark keys generate"]
  },
  "keys generate": {
    what: "Makes a private key for OAUTH_SIGNING_KEY, or a text for SECRET_KEY_BASE, and prints nothing else: keep it where the service reads it, and nowhere else.",
    examples: [
      "tidemark keys generate",
      'echo "OAUTH_SIGNING_KEY=$(tidemark keys generate)" >> .env',
      "tidemark keys generate --form pem > signing-key.pem",
      'echo "SECRET_KEY_BASE=$(tidemark keys generate --secret)" >> .env'
    ],
    answer: { form: "multibase", key: "z42t…", publicKey }
  },
  "keys show": {
    what: "Shows the public keys of the environment, as PDSes and apps get them, with their thumbprints: the first signs. Never a private one.",
    examples: ["tidemark keys show", "tidemark keys show --json"],
    answer: { source: "OAUTH_SIGNING_KEY", signs: "…", keys: [publicKey] }
  },
  doctor: {
    what: "Looks at everything that an instance needs, and says what is right (✓), wrong (✗, with the way out) and of no concern (–): configuration, database, clocks, Lexicons, admin, keys, disk, DNS, PLC directory, and the public address as others see it. Changes nothing.",
    examples: ["tidemark doctor", "tidemark doctor --json"],
    answer: {
      healthy: true,
      problems: 0,
      checks: [{ name: "database", title: "Database", status: "ok", detail: "PostgreSQL 18.4", remedy: null }]
    },
    exits: { 0: "Nothing is wrong.", 1: "There is a problem." }
  },
  migrate: {
    what: "Brings the schema of the database up to date, as a start does, and tells which migrations that took.",
    examples: ["tidemark migrate", "tidemark migrate --check"],
    answer: { applied: [{ id: 1, name: "log" }] },
    exits: { 1: "With --check: migrations are pending, or a later version applied some." }
  },
  serve: {
    what: "Runs the service in the foreground, as npm start does; the environment configures it.",
    examples: ["tidemark serve", "PORT=3000 tidemark serve"],
    exits: { 0: "It was stopped in order." }
  },
  completions: {
    what: "Prints what makes a shell complete commands and options: bash, zsh or fish.",
    examples: [
      "source <(tidemark completions bash)",
      "tidemark completions zsh > ~/.zfunc/_tidemark",
      "tidemark completions fish > ~/.config/fish/completions/tidemark.fish"
    ]
  }
} satisfies Readonly<Record<string, CommandHelp>>;

export type CommandName = keyof typeof commandHelp;

/** The help of a command, or of a group of them. */
export const helpOf = (command: CommandName): CommandHelp => commandHelp[command];

/** What the exit codes of a command mean. */
export const exitsOf = (command: CommandName): Readonly<Record<number, string>> => ({
  ...exits,
  ...helpOf(command).exits
});
