import * as ManagedRuntime from "effect/ManagedRuntime";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import * as Browser from "../browser/Browser.ts";
import { signInAtPds } from "../browser/person.ts";
import { startService, type TestService } from "../flows/startService.ts";
import type { Network } from "../pds/connectNetwork.ts";
import type { Account } from "../pds/NetworkInfo.ts";
import { withPds } from "../support/withPds.ts";

type Saved = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The settings of a real service, with a real PDS, in Chromium. */
export class SettingsInBrowser {
  readonly network: Network;
  readonly running: TestService;
  /** The first admin. */
  readonly admin: Account;
  readonly #chromium: ManagedRuntime.ManagedRuntime<Browser.Browser, never>;
  #signedIn: Saved | undefined;
  #contexts: Array<BrowserContext> = [];
  /** Errors in the console, and requests to other servers. */
  readonly complaints: Array<string> = [];

  private constructor(
    network: Network,
    running: TestService,
    admin: Account,
    chromium: ManagedRuntime.ManagedRuntime<Browser.Browser, never>
  ) {
    this.network = network;
    this.running = running;
    this.admin = admin;
    this.#chromium = chromium;
  }

  static async start(network: Network, environment: Readonly<Record<string, string>>): Promise<SettingsInBrowser> {
    const running = await startService(network, undefined, environment);
    const admin = await network.pdses[0].createAccount({ handle: `admin-${Date.now().toString(36)}.test` });
    return new SettingsInBrowser(network, running, admin, ManagedRuntime.make(Browser.layer));
  }

  get origin(): string {
    return this.running.service.publicUrl;
  }

  /** The setup token that the service printed at startup. */
  get setupToken(): string {
    return /setup_[\w-]{20,}/.exec(this.running.service.output)?.[0] ?? "";
  }

  /** Opens a page in a browser context of its own, signed in by default. */
  async open(path: string, options: BrowserContextOptions & { readonly signedIn?: boolean } = {}): Promise<Page> {
    const { signedIn = true, ...rest } = options;
    const chromium = await this.#chromium.runPromise(Browser.Browser);
    const context = await chromium.newContext({
      ...rest,
      ...(signedIn && { storageState: await this.#adminState() })
    });
    this.#contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on("pageerror", (error) => this.complaints.push(error.message));
    page.on("console", (message) => {
      // Browsers log every error response. The tests check those where the pages show them.
      const isResponse = message.text().startsWith("Failed to load resource");
      if (message.type() === "error" && !isResponse) this.complaints.push(message.text());
    });
    page.on("request", (request) => {
      const isPds = request.isNavigationRequest() || request.frame().url().startsWith(this.network.pdses[0].url);
      if (!request.url().startsWith(this.origin) && !isPds) this.complaints.push(`request to ${request.url()}`);
    });
    await page.goto(`${this.origin}/settings${path}`);
    return page;
  }

  /** Signs in with the setup token and becomes the first admin, once. */
  async #adminState(): Promise<Saved> {
    if (this.#signedIn !== undefined) return this.#signedIn;
    const page = await this.open("", { signedIn: false });
    await page.getByLabel("Setup token").fill(this.setupToken);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Make your account the first admin" }).waitFor();
    await this.goThroughPds(page, this.admin, "Become the first admin");
    await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
    this.#signedIn = await page.context().storageState();
    return this.#signedIn;
  }

  /** Enters an account, and signs in on its server. */
  async goThroughPds(page: Page, account: Account, action: string): Promise<void> {
    await page.getByLabel("Your handle").fill(account.handle);
    await page.getByRole("button", { name: action }).click();
    await signInAtPds(page, account);
    await page.getByRole("button", { name: "Authorize" }).click();
    await page.waitForURL((url) => url.href.startsWith(`${this.origin}/settings`));
  }

  async closePages(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
    this.#contexts = [];
  }

  async stop(): Promise<void> {
    await this.closePages();
    await this.#chromium.dispose();
    await this.running.stop();
  }
}

/**
 * A suite for the settings of a service in a browser. Without Chromium or a PDS it is skipped with a message.
 * `environment` has variables of the service.
 */
export const withSettings = async (
  name: string,
  body: (settings: () => SettingsInBrowser) => void,
  environment: Readonly<Record<string, string>> = {}
): Promise<void> => {
  if (Browser.chromiumPath === undefined) {
    process.stderr.write(`Skipped without Chromium: ${name} (apt-get install chromium)\n`);
    describe.skip(name, () => it("requires Chromium", () => {}));
    return;
  }
  await withPds(name, (network) => {
    let started: SettingsInBrowser | undefined;
    const settings = (): SettingsInBrowser => {
      if (started === undefined) throw new Error("The service did not start");
      return started;
    };
    beforeAll(async () => {
      started = await SettingsInBrowser.start(network, environment);
    });
    afterEach(async () => {
      await started?.closePages();
      expect(started?.complaints.splice(0)).toEqual([]);
    });
    afterAll(() => started?.stop());
    body(settings);
  });
};
