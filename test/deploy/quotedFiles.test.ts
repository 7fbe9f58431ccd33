import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { assert, describe, it } from "@effect/vitest";
import { describedSettings } from "../../src/adapters/configuration/describedSettings.ts";

const root = new URL("../../", import.meta.url);
const text = (path: string): string => readFileSync(new URL(path, root), "utf8");

/** The block of a page that has the content of a file. */
const quoted = (page: string, file: string): string | undefined =>
  text(page).split(`\`\`\`text file=${file}\n`)[1]?.split("```")[0];

const guide = "docs/guides/run-an-instance.md";
const threeNodes = "docs/guides/three-nodes.md";

describe("a file of deploy/", () => {
  it.each([
    ["deploy/systemd/tidemark.service", guide, "tidemark.service"],
    ["deploy/systemd/tidemark", guide, "tidemark"],
    ["deploy/systemd/tidemark-backup.service", guide, "tidemark-backup.service"],
    ["deploy/systemd/tidemark-backup-failed.service", guide, "tidemark-backup-failed.service"],
    ["deploy/systemd/tidemark-backup.timer", guide, "tidemark-backup.timer"],
    ["deploy/caddy/Caddyfile", guide, "Caddyfile"],
    ["deploy/three-nodes/backup.cron", threeNodes, "backup.cron"]
  ])("is what the guide quotes: %s", (path, page, block) => {
    assert.strictEqual(quoted(page, block), text(path));
  });
});

const hasCaddy = spawnSync("caddy", ["version"]).status === 0;

describe("a Caddyfile", () => {
  it.skipIf(!hasCaddy).each(["deploy/caddy/Caddyfile", "deploy/three-nodes/Caddyfile"])(
    "is valid by caddy: %s",
    (path) => {
      const { status, stderr } = spawnSync("caddy", ["validate", "--adapter", "caddyfile", "--config", path], {
        cwd: root,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, DOMAIN: "records.example.com" },
        encoding: "utf8"
      });
      assert.strictEqual(status, 0, stderr);
    }
  );
});

describe("the three nodes of Compose", () => {
  const compose = text("deploy/three-nodes/docker-compose.yml");
  const [node = "", services = ""] = compose.split("\nservices:\n");

  it("set only variables that the service reads; secrets come from .env", () => {
    const set = [...node.matchAll(/^ {4}([A-Z_]+): /gm)].map(([, name = ""]) => name);
    const asked = [...text("deploy/three-nodes/.env.example").matchAll(/^([A-Z_]+)=/gm)].map(([, name = ""]) => name);
    assert.isAbove(set.length, 8);
    for (const name of set)
      assert.isTrue(
        describedSettings.some((each) => each.name === name),
        name
      );
    for (const { name, secret } of describedSettings)
      if (secret && name !== "DATABASE_URL") assert.notInclude(set, name);
    assert.includeMembers(asked, ["OAUTH_SIGNING_KEY", "AUDIT_SIGNING_KEY", "SECRET_KEY_BASE", "POSTGRES_PASSWORD"]);
  });

  it("run without capabilities and with a read-only file system, and Caddy and Prometheus know each", () => {
    for (const line of ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"]) assert.include(node, line);
    for (const name of ["node-1", "node-2", "node-3"]) {
      assert.include(services, `  ${name}:\n    <<: *node\n`);
      assert.include(text("deploy/three-nodes/Caddyfile"), `${name}:8080`);
      assert.include(text("deploy/three-nodes/prometheus.yml"), `${name}:9464`);
    }
  });
});
