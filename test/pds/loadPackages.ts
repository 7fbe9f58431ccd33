/** The parts of a PDS instance that the harness drives. */
export interface PdsServer {
  readonly app: { listen: (port: number, host?: string) => unknown };
  readonly ctx: {
    readonly cfg: { readonly service: { readonly did: string }; readonly lexicon: { didAuthority?: string } };
    readonly oauthProvider: {
      readonly tokenManager: { tokenMaxAge: number };
      readonly dpopManager: { dpopNonce: object };
    };
  };
  readonly start: () => Promise<unknown>;
  readonly destroy: () => Promise<void>;
}

/** The parts of `@atproto/pds` that the harness calls. */
export interface PdsPackage {
  readonly PDS: { readonly create: (config: PdsConfig, secrets: unknown) => Promise<unknown> };
  readonly envToCfg: (environment: object) => PdsConfig;
  readonly envToSecrets: (environment: object) => unknown;
}

/** The PDS configuration, opaque to the harness. */
export type PdsConfig = object;

/** The part of a PLC operation from which a DID document is rendered. */
export interface PlcOperation {
  readonly type: string;
  readonly alsoKnownAs?: ReadonlyArray<string>;
  readonly verificationMethods?: Readonly<Record<string, string>>;
  readonly services?: Readonly<Record<string, { readonly type: string; readonly endpoint: string }>>;
}

/** The storage behind the PLC directory. */
export interface PlcDatabase {
  validateAndAddOp: (did: string, operation: PlcOperation) => Promise<void>;
  readonly lastOpForDid: (did: string) => Promise<PlcOperation | null>;
}

/** The parts of `@did-plc/server` that the harness calls. */
export interface PlcPackage {
  readonly Database: { readonly mock: () => PlcDatabase };
  readonly PlcServer: {
    readonly create: (options: { readonly db: PlcDatabase }) => {
      readonly app: (request: object, response: object) => unknown;
    };
  };
}

const member = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      (typeof at === "object" || typeof at === "function") && at !== null ? Reflect.get(at, key) : undefined,
    value
  );

const isFunction = (value: unknown) => typeof value === "function";

const isPdsPackage = (value: unknown): value is PdsPackage =>
  isFunction(member(value, "PDS", "create")) &&
  isFunction(member(value, "envToCfg")) &&
  isFunction(member(value, "envToSecrets"));

const isPlcPackage = (value: unknown): value is PlcPackage =>
  isFunction(member(value, "Database", "mock")) && isFunction(member(value, "PlcServer", "create"));

const isPdsServer = (value: unknown): value is PdsServer =>
  isFunction(member(value, "start")) &&
  isFunction(member(value, "destroy")) &&
  isFunction(member(value, "app", "listen")) &&
  typeof member(value, "ctx", "cfg", "service", "did") === "string" &&
  typeof member(value, "ctx", "cfg", "lexicon") === "object" &&
  typeof member(value, "ctx", "oauthProvider", "tokenManager", "tokenMaxAge") === "number" &&
  typeof member(value, "ctx", "oauthProvider", "dpopManager", "dpopNonce") === "object";

// The specifier is a variable because the packages are installed apart from the root, and types must check without them.
const load = async (specifier: string): Promise<unknown> => await import(specifier);

const unexpected = (what: string) =>
  new Error(`${what} no longer has the shape that test/pds/loadPackages.ts describes`);

/** Loads `@atproto/pds`. */
export async function loadPdsPackage(): Promise<PdsPackage> {
  const loaded = await load("@atproto/pds");
  if (!isPdsPackage(loaded)) throw unexpected("@atproto/pds");
  return loaded;
}

/** Loads `@did-plc/server`. */
export async function loadPlcPackage(): Promise<PlcPackage> {
  const loaded = await load("@did-plc/server");
  if (!isPlcPackage(loaded)) throw unexpected("@did-plc/server");
  return loaded;
}

/** Creates a PDS that is not listening yet. */
export async function createPdsServer(pdsPackage: PdsPackage, config: PdsConfig, secrets: unknown): Promise<PdsServer> {
  const server = await pdsPackage.PDS.create(config, secrets);
  if (!isPdsServer(server)) throw unexpected("The PDS");
  return server;
}
