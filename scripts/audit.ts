/**
 * Looks for known vulnerabilities in the packages of the service: `npm run audit`. Exit code 1 if there is one that is not
 * accepted, 3 if the registry has no audits. docs/supply-chain.md has the policy.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { acceptedAdvisories } from "./audit/acceptedAdvisories.ts";
import { judgeAudit } from "./audit/judgeAudit.ts";

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const { stdout } = spawnSync("npm", ["audit", "--json", "--omit=dev", ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024
});
const verdict = judgeAudit(parsed(stdout ?? ""), acceptedAdvisories, new Date().toISOString().slice(0, 10));

if (verdict._tag === "NotAudited") {
  console.error(`Not audited: ${verdict.reason}. Use a registry that has audits: npm run audit -- --registry=…`);
  process.exitCode = 3;
} else {
  for (const problem of verdict.problems) console.error(problem);
  console.log(`${verdict.problems.length} problems.`);
  process.exitCode = verdict.problems.length === 0 ? 0 : 1;
}
