import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import { type VerifierKey, verifierKeyText } from "../../src/domain/transparency/VerifierKey.ts";

const script = fileURLToPath(new URL("../../bin/tidemark.js", import.meta.url));

/** A process of `tidemark audit witness`. */
export interface WitnessProcess {
  readonly address: string;
  /** The line for AUDIT_WITNESSES. */
  readonly setting: string;
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
}

const started = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = "";
    let complaints = "";
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      complaints += text;
    });
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      printed += text;
      if (printed.trimEnd().endsWith("}")) resolve(printed);
    });
    child.once("close", (code) => reject(new Error(`The witness ended with ${code}: ${complaints}`)));
  });

/** Starts a witness in a process of its own, killed when the scope closes. */
export const startWitness = (statePath: string, logs: ReadonlyArray<VerifierKey>, port = 0) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const keys = logs.map(verifierKeyText).join(",");
        const words = ["audit", "witness", "--state", statePath, "--port", String(port), "--log", keys, "--json"];
        const child = spawn(process.execPath, [script, ...words, "--name", "witness.example.com"], {
          env: { PATH: process.env.PATH, HOME: process.env.HOME },
          stdio: ["ignore", "pipe", "pipe"]
        });
        const ended = new Promise<number | null>((done) => child.once("close", done));
        const { address, setting } = JSON.parse(await started(child));
        return { address, setting, child, ended } satisfies WitnessProcess;
      }),
      ({ child, ended }) =>
        Effect.promise(() => {
          child.kill("SIGKILL");
          return ended;
        })
    ),
    (witness): WitnessProcess => witness
  );
