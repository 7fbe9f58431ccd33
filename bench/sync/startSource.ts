import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { nextMessage } from "../nextMessage.ts";

/** What the process that sends events tells once it is ready. */
export const Ready = Schema.Struct({
  port: Schema.Number,
  /** The repositories of a firehose as they were before the first event. */
  repositories: Schema.Array(
    Schema.Struct({ did: Schema.String, signingKey: Schema.String, rev: Schema.String, data: Schema.String })
  )
});

export type SourceKind = "jetstream" | "firehose";

/** A process that sends generated events over WebSockets on loopback. */
export interface Source {
  readonly kind: SourceKind;
  /** The address without a path, with the scheme ws. */
  readonly address: string;
  readonly repositories: (typeof Ready.Type)["repositories"];
  /** The difference of the cursors of two events. */
  readonly spacing: number;
  /** Releases events to the client at a path. */
  readonly release: (path: string, upTo: number, perSecond: number | null) => void;
}

const started = async (script: URL, parameters: ReadonlyArray<string>) => {
  const child = fork(fileURLToPath(script), parameters, { execArgv: ["--disable-warning=ExperimentalWarning"] });
  return { child, ready: Schema.decodeUnknownSync(Ready)(await nextMessage(child, "The source")) };
};

/** Starts a script that serves events, for the scope. It sends `Ready` once it listens. */
export const startSourceScript = (kind: SourceKind, script: URL, parameters: ReadonlyArray<string>, spacing = 1) =>
  Effect.acquireRelease(
    Effect.promise(() => started(script, parameters)),
    ({ child }) => Effect.sync(() => child.disconnect())
  ).pipe(
    Effect.map(
      ({ child, ready }): Source => ({
        kind,
        address: `ws://127.0.0.1:${ready.port}`,
        repositories: ready.repositories,
        spacing,
        release: (path, upTo, perSecond) => child.send({ path, upTo, perSecond })
      })
    )
  );

/** Starts a source with a number of events, for the scope. */
export const startSource = (kind: SourceKind, events: number) =>
  startSourceScript(kind, new URL("serveEvents.ts", import.meta.url), [kind, String(events)]);
