/** `npm run bench -- append|live|login|click|token|reads|schema|sizes|sync|hostile [flags]`: runs one benchmark. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const measurements: Readonly<Record<string, string>> = {
  append: "events per second that the log accepts; --seconds 3 --producers 1,64,256 --rounds 3 --against <folder>",
  audit: "filters of the history over a million events, its export, and their cost for appends; --events 1000000",
  token:
    "refreshes with DPoP and each step of a login, compared with oidc-provider in memory and over PostgreSQL; --help lists its flags",
  backfill: "records per second when a repository is indexed, and memory; [records]",
  faults: "writes while processes die, responses are lost and the PDS restarts; --help lists its flags",
  refreshes: "one session that expires under requests to many processes; --processes 4 --requests 64 --rounds 100",
  "refresh-faults":
    "refreshes over a wire that loses, delays, duplicates and cuts off messages; --help lists its flags",
  log: "the transparency log: sealing beside appends, its lag, a backlog, proofs, erasures; [backlog|sealing|proofs|verify|erasure] --events 1000000 --producers 256 --seconds 5 --rounds 5",
  live: "subscriptions: delay, memory, reads beside them, and what is lost; --help lists its parts and flags",
  login:
    "what a login at a real PDS costs the service, and an app with @atproto/oauth-client-node there; --rounds 6 --logins 10 --against <commit>",
  click: "the wait for the service from the click to the end of the login, in Chromium; --logins 20 --warm-up 3",
  profile:
    "where the processor time of a refresh, a page, a login or a write goes; refresh flat login write --seconds 10 --top 25",
  reads:
    "GraphQL reads that all differ, and equal ones, compared with PostGraphile and a hand-written server; --help lists its flags",
  request: "a tiny response, compared with node:http sending the same bytes; --rounds 5 --seconds 2 --against <commit>",
  start: "how long the service takes to listen on a long log; --events 1000000 --rounds 3 --against <folder>",
  schema: "the cost of large sets of Lexicons; --against <folder> --collections 59,114,160",
  sizes:
    "the cost of reads over a million posts, compared with a hundred thousand; --small 100000 --large 1000000 --folder <folder> --rounds 5 --seconds 2 --shared",
  hidden: "the time to hide, show and erase an account with many records; --records 100000 --rounds 3",
  sync: "how fast, how soon and in how much memory live sync stores what others write; --help lists its parts and flags",
  hostile: "the latency of everybody else while hostile documents arrive",
  writes:
    "writes per second to a real PDS, and the service's own share of each; --rounds 3 --seconds 5 --users 16 --against <commit>"
};

const [name = "", ...flags] = process.argv.slice(2);
if (Object.hasOwn(measurements, name)) {
  const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const run = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...flags], {
    stdio: "inherit"
  });
  // Ctrl-C reaches both: the benchmark stops what it started, and this process waits for it.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => run.kill(signal));
  run.once("exit", (code) => process.exit(code ?? 1));
} else {
  const lines = Object.entries(measurements).map(([known, what]) => `  ${known.padEnd(15)}${what}`);
  console.error(`npm run bench -- <benchmark>\n${lines.join("\n")}`);
  process.exitCode = 1;
}
