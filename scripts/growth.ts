/** `npm run growth`: generates the tables of docs/growth.md from measured costs, assumptions and the query snapshots. */
import { writeFile } from "node:fs/promises";
import { growthFile, growthPage } from "./growth/growthPage.ts";

await writeFile(growthFile, await growthPage());
