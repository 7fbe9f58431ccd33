import manifest from "../package.json" with { type: "json" };
import { answerAtOnce, withoutHelpWord } from "./adapters/cli/answerAtOnce.ts";

const colors = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;
const { version } = manifest;

/** Whoever reads the output may stop reading, as `head` does: that is no failure, and nobody is left to tell. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (cause: NodeJS.ErrnoException) => {
    if (cause.code !== "EPIPE") throw cause;
  });
}

// Help needs nothing but words: most of a second goes into loading what commands work with.
const answer = answerAtOnce(withoutHelpWord(process.argv), { version, colors });
if (answer !== null && answer.code === 0) process.stdout.write(`${answer.stdout}\n`);
else (await import("./runCommand.ts")).runCommand({ version, colors });
