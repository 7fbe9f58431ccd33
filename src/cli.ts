import manifest from "../package.json" with { type: "json" };
import { json } from "./adapters/cli/command/commonParameters.ts";
import { exitCode } from "./adapters/cli/command/exitCode.ts";
import { parseCommandLine } from "./adapters/cli/command/parseCommandLine.ts";
import { failureText, usageFailure } from "./adapters/cli/report/failureText.ts";
import { withDocumentation } from "./adapters/cli/report/withDocumentation.ts";
import { enableUserCompileCache } from "./main/enableUserCompileCache.ts";

const colors = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;
const { version } = manifest;
/** The instance whose documentation the help names. It may not be running, and its configuration may be invalid. */
const publicUrl = process.env.EXTERNAL_BASE_URL || `http://127.0.0.1:${process.env.PORT || 8080}`;

/** The reader of the output may close it early, as `head` does: that is not a failure. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", ({ code = "unknown error" }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") return;
    process.exitCode = 1;
    if (stream === process.stdout) process.stderr.write(`tidemark: the output cannot be written (${code})\n`);
  });
}

// Help and usage errors need only the declarations of the commands. Most of the start time goes into loading their code.
const parsed = parseCommandLine(process.argv, { version, colors, publicUrl });
if (parsed._tag === "Output") process.stdout.write(`${parsed.text}\n`);
else if (parsed._tag === "WrongUsage") {
  const failed = withDocumentation(usageFailure(parsed.lines), publicUrl);
  process.stderr.write(`${failureText(failed, process.argv.includes(json.name))}\n`);
  process.exitCode = exitCode.usage;
} else {
  enableUserCompileCache();
  (await import("./main/cli/runCommand.ts")).runCommand({ version, colors, publicUrl });
}
