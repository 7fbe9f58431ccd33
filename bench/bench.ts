/** `npm run bench -- append|login|click|token|reads|schema|sizes|hostile [flags]`: runs one measurement. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const measurements: Readonly<Record<string, string>> = {
  append: "events per second that the log takes; --seconds 3 --producers 1,64,256 --rounds 3 --against <folder>",
  audit: "filters of the history over a million events, its export, and what they cost appends; --events 1000000",
  token: "refreshing with DPoP and whole logins, against oidc-provider; --help tells its flags",
  backfill: "records per second that are indexed of a repository, and memory; [records]",
  faults: "writes while processes die, answers get lost and the PDS restarts; --help tells its flags",
  refreshes: "one session that expires under the requests of many processes; --processes 4 --requests 64 --rounds 100",
  "refresh-faults": "refreshes over a wire that loses, delays, doubles and cuts off; --help tells its flags",
  login: "how much of a login at a real PDS is the service's own time; --logins 60 --warm-up 20",
  click: "how long somebody waits for us from the click to being logged in, in Chromium; --logins 20 --warm-up 3",
  reads: "GraphQL reads against PostGraphile on the same rows; --help tells its flags",
  start: "how long a service takes to listen on a long log; --events 1000000 --rounds 3 --against <folder>",
  schema: "what large sets of Lexicons cost; --against <folder> --collections 59,114,160",
  sizes: "latency of reads over a million records against that over a hundred thousand; --rounds 5 --seconds 2",
  hostile: "the latency of everybody else while hostile documents come in",
  writes: "writes per second to a real PDS, and the service's own share of each; --seconds 10 --users 16"
};

const [name = "", ...flags] = process.argv.slice(2);
if (Object.hasOwn(measurements, name)) {
  const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const run = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...flags], {
    stdio: "inherit"
  });
  // Ctrl-C reaches both: the measurement stops what it started, and this waits for it.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => run.kill(signal));
  run.once("exit", (code) => process.exit(code ?? 1));
} else {
  const lines = Object.entries(measurements).map(([known, what]) => `  ${known.padEnd(15)}${what}`);
  console.error(`npm run bench -- <measurement>\n${lines.join("\n")}`);
  process.exitCode = 1;
}
