/** `npm run commands`: generates docs/commands.md from the declarations of the commands. */
import { writeFile } from "node:fs/promises";
import { commandsPage } from "./commands/commandsPage.ts";

await writeFile(new URL("../docs/commands.md", import.meta.url), commandsPage());
