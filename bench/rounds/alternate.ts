/** Returns contenders in the order of a round: every other round is in reverse order, so that none always runs first. */
export const inTurn = <Entrant>(entrants: ReadonlyArray<Entrant>, round: number): ReadonlyArray<Entrant> =>
  round % 2 === 0 ? entrants : entrants.toReversed();

/** Measures contenders in alternating rounds, one at a time. Returns the rounds of each, in the order of the contenders. */
export const alternate = async <Entrant, Round>(
  entrants: ReadonlyArray<Entrant>,
  rounds: number,
  measure: (entrant: Entrant) => Promise<Round>
): Promise<ReadonlyArray<ReadonlyArray<Round>>> => {
  const measured = entrants.map((entrant) => ({ entrant, rounds: [] as Round[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const each of inTurn(measured, round)) each.rounds.push(await measure(each.entrant));
  }
  return measured.map((each) => each.rounds);
};
