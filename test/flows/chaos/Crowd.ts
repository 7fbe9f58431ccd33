import { App } from "../App.ts";
import { Dice } from "../faults/Dice.ts";
import { registerByCommand } from "../registerByCommand.ts";
import { Acknowledged } from "./Acknowledged.ts";
import { ChangeFollower } from "./ChangeFollower.ts";
import { ChaosPerson } from "./ChaosPerson.ts";
import { DirectWriter } from "./DirectWriter.ts";
import type { RunSteps } from "./RunSteps.ts";
import { registerClients } from "./registerClients.ts";
import type { StartedChaos } from "./startChaos.ts";

/** Everybody who uses the nodes in a run. */
export interface Crowd {
  readonly people: ReadonlyArray<ChaosPerson>;
  readonly writers: ReadonlyArray<DirectWriter>;
  readonly followers: ReadonlyArray<ChangeFollower>;
  readonly acknowledged: Acknowledged;
}

/** Everybody, when the subscriptions cannot miss anything any more. */
export interface WarmCrowd extends Crowd {
  /** The texts that were acknowledged until then. */
  readonly early: ReadonlySet<string>;
}

export interface CrowdOptions {
  readonly people: number;
  readonly seed: number;
}

const secondsToStart = 240;

/** One login or write takes longer than any of its requests, each of which ends within a minute. */
const secondsToEnd = 120;

/** Signs people in, and starts the subscriptions. */
export const gatherCrowd = async (
  { env, network, nodes }: StartedChaos,
  { people: count, seed }: CrowdOptions,
  steps: RunSteps
): Promise<Crowd> => {
  const [pds] = network.pdses;
  const processes = nodes.map(({ process }) => process);
  const acknowledged = new Acknowledged();
  const [first] = processes;
  if (first === undefined) throw new Error("There is no node");
  const registrations = await steps.require("clients are registered", secondsToStart, () =>
    Promise.all([
      registerByCommand(env, "public", "http://127.0.0.1:4321/callback"),
      registerByCommand(env, "confidential", "https://client.example/callback")
    ])
  );
  const dice = (number: number) => new Dice(seed * 1_000 + number);
  const signIn = async (at: number): Promise<ChaosPerson> => {
    const account = await pds.createAccount({ handle: `chaos${at}.test` });
    const [registration] = registrations.slice(at % 2);
    if (registration === undefined) throw new Error("There is no client");
    const app = await App.make(first, registration);
    return ChaosPerson.signIn(`person${at}`, { app, account, nodes: processes, dice: dice(at), acknowledged });
  };
  const people: Array<ChaosPerson> = [];
  for (let at = 0; at < count; at += 1)
    people.push(await steps.require(`person${at} signs in`, secondsToStart, () => signIn(at)));
  const openWriter = async (at: number) =>
    new DirectWriter(await pds.createAccount({ handle: `direct${at}.test` }), dice(100 + at));
  const writers = await steps.require("accounts are created", secondsToStart, () =>
    Promise.all([0, 1].map(openWriter))
  );
  const followers = [
    new ChangeFollower("Created", processes, dice(200)),
    new ChangeFollower("Updated", processes, dice(201))
  ];
  for (const follower of followers) follower.start();
  return { people, writers, followers, acknowledged };
};

/**
 * Everybody creates and updates records until both followers have a cursor, so that nothing that follows can be missed.
 * What the dice say has an update so rarely that a slow machine waits for it for minutes.
 */
export const warmUp = async (crowd: Crowd, steps: RunSteps): Promise<WarmCrowd> => {
  const { followers, people } = crowd;
  let isOver = false;
  const haveCursors = () => followers.every(({ hasCursor }) => hasCursor);
  const write = async ({ author }: ChaosPerson) => {
    while (!isOver && !haveCursors()) await author.createAndUpdate();
  };
  const name = "the subscriptions receive a change before the first fault";
  await steps
    .require(name, secondsToStart, () => Promise.all(people.map(write)))
    .finally(() => {
      isOver = true;
    });
  return { ...crowd, early: new Set(people.flatMap(({ author }) => [...author.account.there.keys()])) };
};

/** Everybody acts until the returned function is called, which waits for what they are doing. */
export const letAct = (
  { acknowledged, people, writers }: Crowd,
  { nodes }: StartedChaos,
  seed: number,
  steps: RunSteps
): (() => Promise<void>) => {
  let isOver = false;
  const until = () => isOver;
  const addresses = nodes.map(({ process }) => process);
  const acting = [
    ...people.map((person) => ({
      name: () => `${person.author.name} ends (${person.doing})`,
      done: person.actUntil(until),
      giveUp: () => person.giveUp()
    })),
    ...writers.map((writer) => ({
      name: () => `${writer.account.handle} ends`,
      done: writer.actUntil(until),
      giveUp: () => undefined
    })),
    {
      name: () => "the registration of clients ends",
      done: registerClients(addresses, new Dice(seed), acknowledged, until),
      giveUp: () => undefined
    }
  ];
  // One that fails is reported when all are waited for.
  for (const { done } of acting) done.catch(() => undefined);
  return async () => {
    isOver = true;
    await Promise.all(
      acting.map(async ({ done, giveUp, name }) => {
        const hasEnded = await steps.attempt(name, secondsToEnd, () => done.then(() => true));
        if (hasEnded === null) giveUp();
      })
    );
  };
};
