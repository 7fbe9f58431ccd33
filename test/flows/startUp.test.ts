import { once } from "node:events";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failedStart } from "./failedStart.ts";
import { ServiceProcess } from "./ServiceProcess.ts";

let folder: string;
let dataDir: string;
let service: ServiceProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidemark-start-"));
  dataDir = join(folder, "data");
  service = await ServiceProcess.start({ env: { DATA_DIR: dataDir } });
});

afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

const answers = async (query: string) => {
  const response = await fetch(`${service.reach}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query })
  });
  return response.json();
};

describe("a service on its embedded database", () => {
  it("A service on its embedded database responds with the bundled Lexicons", async () => {
    expect(await answers("{ xyzStatusphereStatus { totalCount } appNeutralActorProfile { totalCount } }")).toEqual({
      data: { xyzStatusphereStatus: { totalCount: 0 }, appNeutralActorProfile: { totalCount: 0 } }
    });
  });

  it("A start prints its address, its data folder and a setup token, with a warning for each generated key", () => {
    for (const says of [service.reach, `${service.reach}/settings`, dataDir, /setup token +setup_[\w-]{32}/]) {
      expect(service.output).toMatch(says);
    }
    expect(service.output.match(/level=WARN/g)).toHaveLength(2);
  });

  it("The generated key is readable by its owner only", async () => {
    const keys = join(dataDir, "keys");
    expect((await stat(keys)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(keys)) expect((await stat(join(keys, name))).mode & 0o777).toBe(0o600);
  });

  it("A second service on the same data folder is refused, and the error names the first", async () => {
    const { code, lines } = await failedStart({
      DATA_DIR: dataDir,
      PORT: "0",
      EXTERNAL_BASE_URL: "http://127.0.0.1:1"
    });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/Another Tidemark service \(pid \d+\) is using .*DATA_DIR/);
  });

  it("A service continues after kill -9, with the same key and Lexicons, and without another warning", async () => {
    const warnings = service.output.match(/level=WARN/g)?.length;
    await service.restart();
    expect(service.output.match(/level=WARN/g)?.length).toBe(warnings);
    expect(await answers("{ xyzStatusphereStatus { totalCount } }")).toMatchObject({
      data: { xyzStatusphereStatus: { totalCount: 0 } }
    });
  });

  it("A service stops within five seconds, and leaves no lock and no server behind", async () => {
    const begun = performance.now();
    await service.stop();
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(await readdir(dataDir)).not.toContain("service.lock");
    expect(await readdir(join(dataDir, "postgres"))).not.toContain("postmaster.pid");
    await service.start();
  });
});

describe("a start that fails", () => {
  const elsewhere = () => ({ DATA_DIR: join(folder, "other"), PORT: "0", EXTERNAL_BASE_URL: "http://127.0.0.1:1" });

  it("A start with invalid variables names each of them, with the reason and an example, and no secret", async () => {
    const { code, lines, output } = await failedStart({
      PORT: "many",
      EXTERNAL_BASE_URL: "ftp://example.com",
      OAUTH_SIGNING_KEY: "zNotAKeyButSecret",
      SECRET_KEY_BASE: "tooShortSecret",
      DATABASE_URL: "mysql://user:hiddenPassword@localhost/db",
      ADMIN_DIDS: "alice"
    });
    expect(code).toBe(1);
    const named = ["ADMIN_DIDS", "DATABASE_URL", "EXTERNAL_BASE_URL", "OAUTH_SIGNING_KEY", "PORT", "SECRET_KEY_BASE"];
    expect(lines.map((line) => line.split(" ")[1]).sort()).toEqual(named);
    for (const line of lines) expect(line).toContain("example: ");
    expect(output).not.toMatch(/NotAKeyButSecret|tooShortSecret|hiddenPassword/);
  });

  it("A start in production names what is missing", async () => {
    const { code, lines } = await failedStart({ NODE_ENV: "production", DATA_DIR: join(folder, "other") });
    expect(code).toBe(1);
    expect(lines.join("\n")).toMatch(
      /EXTERNAL_BASE_URL is missing[\s\S]*OAUTH_SIGNING_KEY is missing[\s\S]*AUDIT_SIGNING_KEY is missing/
    );
  });

  it("A start reports that the port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = address !== null && typeof address !== "string" ? address.port : 0;
    const { code, lines } = await failedStart({ ...elsewhere(), PORT: String(port) });
    other.close();
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`127.0.0.1:${port}: another program uses this port`);
  });

  it("A start reports that the data folder is not a folder", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const { code, lines } = await failedStart({ ...elsewhere(), DATA_DIR: file });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("DATA_DIR");
  });

  it("A start reports that the database cannot be reached, without its password", async () => {
    const url = "postgres://tidemark:hiddenPassword@127.0.0.1:1/tidemark";
    const { code, lines, output } = await failedStart({ ...elsewhere(), DATABASE_URL: url });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/DATABASE_URL .*127\.0\.0\.1:1.*nothing listens there/);
    expect(output).not.toContain("hiddenPassword");
  });

  it("A start stores no data in a folder of virtual files", async () => {
    const { code, lines } = await failedStart({ ...elsewhere(), DATA_DIR: "/proc/nothing" });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining("DATA_DIR must be a folder")]);
  });

  it("A start reports which Lexicons are invalid, and where", async () => {
    const lexicons = await mkdtemp(join(folder, "lexicons-"));
    await writeFile(
      join(lexicons, "broken.json"),
      `{"lexicon":1,"id":"com.example.broken","defs":{"main":{"type":"record"}}}`
    );
    await writeFile(join(lexicons, "text.json"), "no JSON");
    const { code, lines } = await failedStart({ ...elsewhere(), LEXICON_DIR: lexicons });
    expect(code).toBe(1);
    expect(lines.join("\n")).toContain("text.json");
  });
});
