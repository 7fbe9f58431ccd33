import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../pds/freePort.ts";

const here = fileURLToPath(new URL("../../", import.meta.url));

/** How a service is started: its environment beyond the port. */
export interface ServiceOptions {
  readonly env: Readonly<Record<string, string>>;
  /** The address under which apps and PDSes know it; the loopback address when not said. */
  readonly publicUrl?: string;
  /** The folder of the version to start; this one by default. */
  readonly checkout?: string;
  /** Another program with the same variables, by its path in that folder. It prints `Ctrl-C stops it.` when it is ready. */
  readonly program?: string;
}

/** A service as a process of its own, which can be killed and started again on the same port and data. */
export class ServiceProcess {
  readonly port: number;
  /** Where it can be reached on this machine. */
  readonly reach: string;
  readonly publicUrl: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #checkout: string;
  readonly #program: string;
  #child: ChildProcess | null = null;
  #output = "";

  private constructor(port: number, { checkout = here, env, program = "src/main.ts", publicUrl }: ServiceOptions) {
    this.#program = program;
    this.#checkout = checkout;
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
    const child = spawn(process.execPath, [join(this.#checkout, this.#program)], {
      cwd: this.#checkout,
      env,
      stdio: ["ignore", "pipe", "pipe"]
    });
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

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    child.kill(signal);
    await once(child, "exit");
    return child.exitCode;
  }

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Ends it as an operator would, and returns its exit code; null if it was not running. */
  stop(): Promise<number | null> {
    return this.#end("SIGTERM");
  }

  async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }
}
