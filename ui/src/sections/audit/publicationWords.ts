import type { CheckpointPublicationsQuery } from "../../api/documents.ts";

/** A witness or an anchor. */
export type Publication = CheckpointPublicationsQuery["checkpointPublications"][number];

/** What is shown of a state: the kind and text of its badge, and what it means for a witness and for an anchor. */
interface StateWords {
  readonly badge: readonly [kind: string, text: string];
  readonly witness: string;
  readonly anchor: string;
}

const states: Readonly<Record<Publication["state"], StateWords>> = {
  WAITING: {
    badge: ["", "Not tried yet"],
    witness: "No checkpoint has been sent to it yet.",
    anchor: "No checkpoint has been written to it yet."
  },
  CURRENT: {
    badge: ["good", "Current"],
    witness: "It has cosigned the latest checkpoint that it was sent: it has seen no other history of this log.",
    anchor: "It has the latest checkpoint that it was given."
  },
  BEHIND: {
    badge: ["warn", "Behind"],
    witness: "It has cosigned earlier checkpoints, and is sent the missing ones.",
    anchor: "It has earlier checkpoints, and receives the missing ones."
  },
  RESET: {
    badge: ["warn", "Was reset"],
    witness: "It no longer knows what it cosigned before. Ask its operator why: until it is known, do not rely on it.",
    anchor: "It has fewer checkpoints than before. Find out who removed them."
  },
  AWAY: {
    badge: ["warn", "Away"],
    witness: "It does not respond. The service keeps trying, and sealing goes on without it.",
    anchor: "It cannot be written. The service keeps trying, and sealing goes on without it."
  },
  REFUSED: {
    badge: ["bad", "Refuses"],
    witness: "It does not accept checkpoints of this log, so it protects nothing.",
    anchor: "It does not accept checkpoints of this log, so it protects nothing."
  },
  LYING: {
    badge: ["bad", "False response"],
    witness: "What it returned is false. Do not rely on it.",
    anchor: "What it returned is false. Do not rely on it."
  },
  CONTRADICTING: {
    badge: ["bad", "Contradicts this log"],
    witness: "It has seen another history of this log. Either it is wrong, or this log was changed: find out which.",
    anchor: "It holds another history of this log. Either it is wrong, or this log was changed: find out which."
  }
};

const worstFirst: ReadonlyArray<Publication["state"]> = [
  "CONTRADICTING",
  "LYING",
  "RESET",
  "REFUSED",
  "AWAY",
  "BEHIND"
];

/** Returns the witness or anchor that needs attention most; null if none does. */
export const worstOf = (publications: ReadonlyArray<Publication>): Publication | null => {
  for (const state of worstFirst) {
    const found = publications.find((each) => each.state === state);
    if (found !== undefined) return found;
  }
  return null;
};

/** The badge of a witness or an anchor: its kind and its text. */
export const badgeOf = ({ state }: Publication): StateWords["badge"] => states[state].badge;

/** Says what the state of a witness or an anchor means. */
export const meaningOf = ({ kind, state }: Publication): string =>
  kind === "WITNESS" ? states[state].witness : states[state].anchor;
