import {
  type MinuteCounts,
  type OpenWave,
  plus,
  type RefusalChange,
  type RefusalWatch,
  type RefusedKind,
  total,
  type Watched
} from "./RefusalWatch.ts";

/** One event of the log that counts: a refusal with its reason, or a sign-in that succeeded (null). */
export interface RefusalSignal {
  readonly kind: RefusedKind;
  readonly id: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly eventId: string;
  readonly reason: string | null;
}

/** When a wave of a client or of an address starts, and when it ends. */
export const waveRules = {
  /** The number of refusals in `startMinutes` that starts a wave. */
  start: { client: 20, address: 10 },
  startMinutes: 5,
  /** A client with more sign-ins than this for each refusal is used normally: no wave starts. */
  completedPerRefusal: 4,
  /** A wave ends when there are fewer refusals than this in `endMinutes`. */
  end: { client: 5, address: 3 },
  endMinutes: 10,
  /** The number of waves of one kind at a time; none starts beyond it. */
  open: 20,
  /** The number of clients and addresses that are counted; those with the fewest refusals are dropped beyond it. */
  watched: 1_000
} as const;

const minuteOf = (at: number): number => Math.floor(at / 60_000);

const refusedSince = ({ minutes }: Watched, first: number): number =>
  minutes.reduce((sum, { minute, refused }) => (minute >= first ? sum + total(refused) : sum), 0);

const completedSince = ({ minutes }: Watched, first: number): number =>
  minutes.reduce((sum, { completed, minute }) => (minute >= first ? sum + completed : sum), 0);

const keyOf = ({ id, kind }: Pick<Watched, "id" | "kind">): string => `${kind} ${id}`;

const changeOf = ({ id, kind }: Watched, wave: OpenWave, endedAt: number | null): RefusalChange => ({
  kind,
  id,
  waveId: wave.id,
  refused: wave.refused,
  startedAt: wave.startedAt,
  endedAt
});

const counted = ({ completed, minute, refused }: MinuteCounts, reason: string | null): MinuteCounts =>
  reason === null
    ? { minute, completed: completed + 1, refused }
    : { minute, completed, refused: plus(refused, { [reason]: 1 }) };

const withSignal = (watched: Watched, { at, reason }: RefusalSignal): Watched => {
  const minute = minuteOf(at);
  const last = watched.minutes.at(-1);
  // Processes have clocks of their own: an event can be a moment older than the one before it.
  const isSame = last !== undefined && last.minute >= minute;
  const counts = counted(isSame ? last : { minute, completed: 0, refused: {} }, reason);
  const wave =
    watched.wave === null || reason === null
      ? watched.wave
      : { ...watched.wave, refused: plus(watched.wave.refused, { [reason]: 1 }) };
  return { ...watched, minutes: [...(isSame ? watched.minutes.slice(0, -1) : watched.minutes), counts], wave };
};

const startsWave = (watched: Watched, at: number): boolean => {
  const first = minuteOf(at) - waveRules.startMinutes + 1;
  const refused = refusedSince(watched, first);
  return (
    watched.wave === null &&
    refused >= waveRules.start[watched.kind] &&
    completedSince(watched, first) <= refused * waveRules.completedPerRefusal
  );
};

const startedBy = (watched: Watched, { at, eventId }: RefusalSignal): OpenWave => {
  const first = minuteOf(at) - waveRules.startMinutes + 1;
  const recent = watched.minutes.filter(({ minute }) => minute >= first);
  return { id: eventId, startedAt: at, refused: recent.reduce((sum, { refused }) => plus(sum, refused), {}) };
};

/** The clients and addresses while signals are counted: the state between two states that are stored. */
class Counter {
  readonly #watched: Map<string, Watched>;
  readonly changes: RefusalChange[] = [];

  constructor({ watched }: RefusalWatch) {
    this.#watched = new Map(watched.map((each) => [keyOf(each), each]));
  }

  /** Forgets the minutes that no longer count, and ends the waves that are over. */
  moveTo(now: number): void {
    const first = minuteOf(now) - waveRules.endMinutes + 1;
    for (const [key, each] of this.#watched) {
      const watched = this.#ended(
        { ...each, minutes: each.minutes.filter(({ minute }) => minute >= first) },
        first,
        now
      );
      if (watched.wave === null && watched.minutes.length === 0) this.#watched.delete(key);
      else this.#watched.set(key, watched);
    }
  }

  #ended(watched: Watched, first: number, now: number): Watched {
    if (watched.wave === null || refusedSince(watched, first) >= waveRules.end[watched.kind]) return watched;
    this.changes.push(changeOf(watched, watched.wave, now));
    return { ...watched, wave: null };
  }

  count(signal: RefusalSignal): void {
    const { id, kind, reason } = signal;
    const known = this.#watched.get(keyOf(signal)) ?? { kind, id, minutes: [], wave: null };
    const watched = withSignal(known, signal);
    const isStart = reason !== null && startsWave(watched, signal.at) && this.#openWaves(kind) < waveRules.open;
    const wave = isStart ? startedBy(watched, signal) : watched.wave;
    if (isStart && wave !== null) this.changes.push(changeOf(watched, wave, null));
    this.#watched.set(keyOf(signal), { ...watched, wave });
  }

  #openWaves(kind: RefusedKind): number {
    return [...this.#watched.values()].filter((each) => each.kind === kind && each.wave !== null).length;
  }

  /** What is left: those with a wave, then those with the most refusals. */
  get watch(): RefusalWatch {
    const all = [...this.#watched.values()];
    if (all.length <= waveRules.watched) return { watched: all };
    const weight = (each: Watched): number => (each.wave === null ? refusedSince(each, 0) : Number.MAX_SAFE_INTEGER);
    return { watched: all.toSorted((one, other) => weight(other) - weight(one)).slice(0, waveRules.watched) };
  }
}

/** What is counted after some signals, and the waves that started and ended, in order. */
export interface Watching {
  readonly watch: RefusalWatch;
  readonly changes: ReadonlyArray<RefusalChange>;
}

/**
 * Counts signals in the order of the log, and then ends the waves that are over at `now`; null to end only those that are
 * over at the last signal. A wave is reported twice, when it starts and when it ends, however long it lasts.
 */
export const watchRefusals = (
  before: RefusalWatch,
  signals: ReadonlyArray<RefusalSignal>,
  now: number | null
): Watching => {
  const counter = new Counter(before);
  let minute: number | null = null;
  for (const signal of signals) {
    const next = minuteOf(signal.at);
    if (minute === null || next > minute) counter.moveTo(signal.at);
    minute = Math.max(minute ?? next, next);
    counter.count(signal);
  }
  if (now !== null) counter.moveTo(now);
  return { watch: counter.watch, changes: counter.changes };
};
