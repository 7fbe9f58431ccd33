import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ServiceProcess } from "../ServiceProcess.ts";
import type { TcpProxy } from "../TcpProxy.ts";

const shiftClock = fileURLToPath(new URL("shiftClock.ts", import.meta.url));
const redirect = fileURLToPath(new URL("../redirectConnections.ts", import.meta.url));

/** What a node is started with. */
export interface ChaosNodeOptions {
  readonly number: number;
  readonly env: Readonly<Record<string, string>>;
  readonly publicUrl?: string;
  /** A folder for its own files. */
  readonly folder: string;
  readonly toDatabase: TcpProxy;
  readonly toPds: TcpProxy;
  readonly pdsPort: string;
}

/** A process of the service, with a clock and wires of its own. */
export class ChaosNode {
  readonly number: number;
  readonly process: ServiceProcess;
  readonly toDatabase: TcpProxy;
  readonly toPds: TcpProxy;
  readonly #clockFile: string;
  #isDown = false;
  #scanned = 0;
  /** Starts that ended before the service was ready: its database was away. */
  failedStarts = 0;

  private constructor(process: ServiceProcess, { folder, number, toDatabase, toPds }: ChaosNodeOptions) {
    this.number = number;
    this.process = process;
    this.toDatabase = toDatabase;
    this.toPds = toPds;
    this.#clockFile = clockFile(folder, number);
  }

  static async start(options: ChaosNodeOptions): Promise<ChaosNode> {
    const { env, folder, number, pdsPort, publicUrl, toPds } = options;
    const process = await ServiceProcess.start({
      env: {
        ...env,
        NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${shiftClock} --import=${redirect}`,
        CLOCK_AHEAD_FILE: clockFile(folder, number),
        REDIRECT_FROM: pdsPort,
        REDIRECT_TO: String(toPds.port)
      },
      ...(publicUrl !== undefined && { publicUrl })
    });
    return new ChaosNode(process, options);
  }

  /** What is wrong with it: it has ended although nobody ended it, or has logged a stack. */
  get problems(): ReadonlyArray<string> {
    const { exitCode, isRunning, output } = this.process;
    const stack = /^.*(?:\n.*){0,20}?\n?.* at .*\.ts:\d+.*(?:\n.*){0,10}/m.exec(output.slice(this.#scanned))?.[0];
    this.#scanned = Math.max(0, output.lastIndexOf("\n"));
    return [
      ...(this.#isDown || isRunning
        ? []
        : [`Node ${this.number} ended by itself (${exitCode}): ${output.slice(-2_000)}`]),
      ...(stack === undefined ? [] : [`Node ${this.number} logged a stack: ${stack.slice(0, 2_000)}`])
    ];
  }

  /** Ends it as a crash or as an operator would, until it is revived. */
  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    this.#isDown = true;
    await (signal === "SIGKILL" ? this.process.kill() : this.process.stop());
  }

  async stop(): Promise<void> {
    this.signal("SIGCONT");
    await this.process.stop();
  }

  /** Starts it again as a supervisor does: until it is ready, however often that takes. */
  async revive(): Promise<void> {
    while (!this.process.isRunning) {
      await this.process.start().catch(async () => {
        this.failedStarts += 1;
        await setTimeout(500);
      });
    }
    this.#isDown = false;
  }

  /** Puts its clock forward, or back. */
  async shiftClock(milliseconds: number): Promise<void> {
    await writeFile(this.#clockFile, String(milliseconds));
    this.signal("SIGUSR2");
  }

  signal(signal: NodeJS.Signals): void {
    if (this.process.isRunning) process.kill(this.process.pid, signal);
  }
}

const clockFile = (folder: string, number: number): string => join(folder, `clock-${number}`);
