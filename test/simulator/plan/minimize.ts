import type { Intent, Plan } from "./Intent.ts";

/** Whether a plan still shows the fault. */
type Fails = (plan: Plan) => Promise<boolean>;

const without = <A>(all: ReadonlyArray<A>, from: number, length: number): ReadonlyArray<A> => [
  ...all.slice(0, from),
  ...all.slice(from + length)
];

/** Leaves out as many items as possible, in parts that are halved until single items are left. */
const reduce = async <A>(
  all: ReadonlyArray<A>,
  stillFails: (rest: ReadonlyArray<A>) => Promise<boolean>
): Promise<ReadonlyArray<A>> => {
  let kept = all;
  for (let length = Math.ceil(kept.length / 2); length >= 1 && kept.length > 0; ) {
    let from = 0;
    while (from < kept.length) {
      const rest = without(kept, from, length);
      if (await stillFails(rest)) kept = rest;
      else from += length;
    }
    length = length === 1 ? 0 : Math.ceil(length / 2);
  }
  return kept;
};

/** Leaves out the writes of each step that the fault does not need. */
const reduceWrites = async (plan: Plan, fails: Fails): Promise<Plan> => {
  let intents = plan.intents;
  for (const [place, intent] of plan.intents.entries()) {
    if (intent.do !== "write" || intent.writes.length < 2) continue;
    const withWrites = (writes: typeof intent.writes): ReadonlyArray<Intent> =>
      intents.with(place, { ...intent, writes });
    const writes = await reduce(intent.writes, async (rest) =>
      rest.length > 0 ? fails({ ...plan, intents: withWrites(rest) }) : false
    );
    intents = withWrites(writes);
  }
  return { ...plan, intents };
};

/** Returns a smaller plan that fails as well. Every step of it is needed. */
export const minimize = async (plan: Plan, fails: Fails): Promise<Plan> => {
  const intents = await reduce(plan.intents, (rest) => fails({ ...plan, intents: rest }));
  const signedIn = await reduce(plan.signedIn, (rest) => fails({ ...plan, intents, signedIn: rest }));
  return reduceWrites({ ...plan, intents, signedIn }, fails);
};
