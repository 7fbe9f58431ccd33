/** `npm run commands`: writes docs/commands.md from the commands. */
import { writeFile } from "node:fs/promises";
import { commandsPage } from "./commands/commandsPage.ts";

await writeFile(new URL("../docs/commands.md", import.meta.url), await commandsPage());
