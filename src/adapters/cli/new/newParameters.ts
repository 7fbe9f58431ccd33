import { oneOf, optional, path, required, textFor } from "../command/Parameter.ts";
import { templates } from "./NewApps.ts";

export const folder = required("<folder>", path, "The folder to create. Its name becomes the name of the app.");

export const template = optional(
  "--template",
  oneOf(templates),
  "react: React with Vite. html: a page without a build. react by default."
);

export const server = optional(
  "--server",
  textFor("url"),
  "The public URL of an instance; by default the one that runs on this machine, such as npx tidemark demo."
);
