import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { freePort } from "../pds/freePort.ts";

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** How a service is started: its environment beyond the port. */
export interface ServiceOptions {
  readonly env: Readonly<Record<string, string>>;
  /** The address under which apps and PDSes know it; the loopback address when not said. */
  readonly publicUrl?: string;
}

/** A service as a process of its own, which can be killed and started again on the same port and data. */
export class ServiceProcess {
  readonly port: number;
  /** Where it can be reached on this machine. */
  readonly reach: string;
  readonly publicUrl: string;
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | null = null;
  #output = "";

  private constructor(port: number, { env, publicUrl }: ServiceOptions) {
    this.port = port;
    this.reach = `http://127.0.0.1:${port}`;
    this.publicUrl = publicUrl ?? this.reach;
    this.#env = { ...env, PORT: String(port), EXTERNAL_BASE_URL: this.publicUrl };
  }

  /** Starts a service on a free port, and waits until it is ready. */
  static async start(options: ServiceOptions): Promise<ServiceProcess> {
    const service = new ServiceProcess(await freePort(), options);
    await service.start();
    return service;
  }

  /** The process, as the operating system knows it. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Whether the process that was started last has not ended by itself. */
  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** What the process that was started last ended with by itself; null while it runs. */
  get exitCode(): number | null {
    return this.#child?.exitCode ?? null;
  }

  /** What it wrote, to both outputs. */
  get output(): string {
    return this.#output;
  }

  async start(): Promise<void> {
    const { PATH = "", HOME = "", TMPDIR } = process.env;
    const env = { PATH, HOME, ...(TMPDIR !== undefined && { TMPDIR }), ...this.#env };
    const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        this.#output += chunk.toString();
        if (this.#output.includes("Ctrl-C stops it.")) resolve();
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.once("exit", (code) =>
        reject(new Error(`The service ended (${code}) before it was ready:\n${this.#output}`))
      );
    });
    this.#output = this.#output.replaceAll("Ctrl-C stops it.", "");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  }

  /** Ends it as a crash would. */
  kill(): Promise<void> {
    return this.#end("SIGKILL");
  }

  /** Ends it as an operator would. */
  stop(): Promise<void> {
    return this.#end("SIGTERM");
  }

  async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }
}
