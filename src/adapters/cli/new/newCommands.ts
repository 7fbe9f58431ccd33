import { command } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import { folder, server, template } from "./newParameters.ts";

/** The command that creates an app. */
export const newCommands = {
  new: command({
    description:
      "Creates an app that logs users in and writes records, from one of the examples of Tidemark, and registers it: with the instance that runs on this machine, or with the one at --server. The app installs the SDK from that instance.",
    parameters: [folder, template, server, json],
    examples: [
      "tidemark new my-app",
      "tidemark new my-app --template html",
      "tidemark new my-app --server https://records.example.com"
    ],
    jsonExample: {
      folder: "/home/alice/my-app",
      template: "react",
      server: "http://127.0.0.1:8080",
      clientId: "client_…",
      redirectUri: "http://127.0.0.1:5173/"
    },
    load: async () => (await import("./newCommand.ts")).createApp
  })
};
