import manifest from "../package.json" with { type: "json" };
import { immediateOutput, withoutHelpWord } from "./adapters/cli/help/immediateOutput.ts";
import { enableUserCompileCache } from "./main/cli/enableUserCompileCache.ts";

const colors = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;
const { version } = manifest;

/** Whoever reads the output may stop reading, as `head` does: that is no failure, and nobody is left to tell. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", ({ code = "unknown error" }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") return;
    process.exitCode = 1;
    if (stream === process.stdout) process.stderr.write(`tidemark: the output cannot be written (${code})\n`);
  });
}

// Help needs nothing but words: most of a second goes into loading what commands work with.
const answer = immediateOutput(withoutHelpWord(process.argv), { version, colors });
if (answer !== null && answer.code === 0) process.stdout.write(`${answer.stdout}\n`);
else {
  enableUserCompileCache();
  (await import("./main/cli/runCommand.ts")).runCommand({ version, colors });
}
