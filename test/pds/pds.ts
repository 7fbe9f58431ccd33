import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createPdsServer, type PdsPackage, type PdsServer } from "./loadPackages.ts";
import type { PdsState } from "./networkState.ts";

/** A PDS on loopback that can be stopped and started again on the same port and data. */
export interface HostedPds {
  readonly url: string;
  readonly did: string;
  readonly handleDomain: string;
  readonly adminPassword: string;
  readonly directory: string;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly setTokenMaxAge: (milliseconds: number) => void;
  readonly setLexiconAuthority: (did: string) => void;
}

export interface HostedPdsOptions {
  readonly plcUrl: string;
  readonly directory: string;
  readonly handleDomain: string;
  readonly state: PdsState;
  readonly tokenMaxAge: number | undefined;
  readonly nonceRotation: number | undefined;
}

/** Starts a PDS; its OAuth issuer is its `http://localhost:…` address. */
export async function startPds(pdsPackage: PdsPackage, options: HostedPdsOptions): Promise<HostedPds> {
  const { directory, handleDomain, state } = options;
  const did = `did:web:localhost%3A${state.port}`;
  await mkdir(join(directory, "data"), { recursive: true });
  const environment = {
    // devMode is what permits an http issuer; even so the PDS refuses to fetch IP hosts, hence `localhost`.
    devMode: true,
    disableSsrfProtection: true,
    port: state.port,
    hostname: "localhost",
    serviceDid: did,
    dataDirectory: join(directory, "data"),
    blobstoreDiskLocation: join(directory, "blobs"),
    // Ten times its default: the service streams blobs of this size.
    blobUploadLimit: 53_000_000,
    didPlcUrl: options.plcUrl,
    serviceHandleDomains: [handleDomain],
    inviteRequired: false,
    adminPassword: state.adminPassword,
    jwtSecret: state.jwtSecret,
    dpopSecret: state.dpopSecret,
    plcRotationKeyK256PrivateKeyHex: state.plcRotationKey
  };

  let server: PdsServer | undefined;
  let tokenMaxAge = options.tokenMaxAge;
  let lexiconAuthority: string | undefined;

  const applySettings = ({ ctx }: PdsServer) => {
    if (tokenMaxAge !== undefined) ctx.oauthProvider.tokenManager.tokenMaxAge = tokenMaxAge;
    if (lexiconAuthority !== undefined) ctx.cfg.lexicon.didAuthority = lexiconAuthority;
  };
  const start = async () => {
    if (server !== undefined) return;
    const created = await createPdsServer(
      pdsPackage,
      pdsPackage.envToCfg(environment),
      pdsPackage.envToSecrets(environment)
    );
    applySettings(created);
    if (options.nonceRotation !== undefined) rotateNonces(created, state.dpopSecret, options.nonceRotation);
    listenOnLoopbackOnly(created);
    await created.start();
    server = created;
  };
  const stop = async () => {
    const stopping = server;
    server = undefined;
    await stopping?.destroy();
  };
  await start();

  return {
    url: `http://localhost:${state.port}`,
    did,
    handleDomain,
    adminPassword: state.adminPassword,
    directory,
    start,
    stop,
    setTokenMaxAge: (milliseconds) => {
      tokenMaxAge = milliseconds;
      if (server !== undefined) applySettings(server);
    },
    setLexiconAuthority: (authority) => {
      lexiconAuthority = authority;
      if (server !== undefined) applySettings(server);
    }
  };
}

/** The PDS has no setting for the rotation, so its nonce source is rebuilt with another interval. */
function rotateNonces({ ctx }: PdsServer, dpopSecret: string, milliseconds: number): void {
  const { dpopManager } = ctx.oauthProvider;
  dpopManager.dpopNonce = Reflect.construct(dpopManager.dpopNonce.constructor, [dpopSecret, milliseconds]);
}

function listenOnLoopbackOnly({ app }: PdsServer): void {
  const listen = app.listen.bind(app);
  app.listen = (port) => listen(port, "127.0.0.1");
}
