import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import { verifierKeyText } from "../../../domain/transparency/VerifierKey.ts";
import type { Given, Run } from "../command/Command.ts";
import { CommandServices } from "../command/CommandServices.ts";
import { json } from "../command/commonParameters.ts";
import { explainProblem } from "../report/explainProblem.ts";
import { type ListeningWitness, WitnessServer } from "./WitnessServer.ts";
import { host, log, port, state, url, witnessName } from "./witnessParameters.ts";

const addressOf = (listening: ListeningWitness): string =>
  `http://${listening.host.includes(":") ? `[${listening.host}]` : listening.host}:${listening.port}`;

const describe = (given: Given, listening: ListeningWitness): string => {
  const address = addressOf(listening);
  const verifierKey = verifierKeyText(listening.key);
  const setting = `${(given(url) ?? address).replace(/\/+$/, "")}#${verifierKey}`;
  const logs = [...new Set(given(log).flatMap((keys) => keys.map(({ name }) => name)))];
  if (given(json)) return JSON.stringify({ address, verifierKey, logs, setting }, null, 2);
  return [
    `The witness ${listening.key.name} listens on ${address} and follows ${logs.join(", ")}`,
    `Verifier key: ${verifierKey}`,
    `For the operators of these logs: AUDIT_WITNESSES=${setting}`
  ].join("\n");
};

/** Runs a witness until it is stopped. */
export const witness: Run = (given) => {
  const options = {
    statePath: given(state),
    name: given(witnessName),
    host: given(host) ?? "127.0.0.1",
    port: given(port),
    logs: given(log).flat()
  };
  const announce = (listening: ListeningWitness) => Console.log(describe(given, listening));
  return Effect.flatMap(CommandServices, ({ withoutStores }) =>
    withoutStores(Effect.flatMap(WitnessServer, ({ run }) => Effect.mapError(run(options, announce), explainProblem)))
  );
};
