import { useState } from "react";
import { FirstStepsDocument, type FirstStepsQuery } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { persistentStore } from "../../session/browserStore.ts";
import { useStatistics } from "./useStatistics.ts";

export type FirstStepName = FirstStepsQuery["firstSteps"][number]["step"] | "BACKUP";

/** What is remembered in this browser: that backups are set up, which the service cannot know, and "hidden" for the list. */
const storeName = "tidemark.first-steps";

const readMarks = (): ReadonlyArray<string> => persistentStore.get(storeName)?.split(",") ?? [];

/** The first steps of the instance that are shown: all of them, or none once all are done or the list was hidden. */
export const useFirstSteps = () => {
  const [marks, setMarks] = useState(readMarks);
  const { data } = useAdminQuery(FirstStepsDocument, {}, { pollingInterval: 10_000 });
  const statistics = useStatistics().data?.statistics;
  const mark = (name: "BACKUP" | "hidden"): void => {
    const next = [...new Set([...marks, name])];
    persistentStore.set(storeName, next.join(","));
    setMarks(next);
  };
  const known = data?.firstSteps ?? [];
  const steps: ReadonlyArray<{ readonly step: FirstStepName; readonly isDone: boolean }> =
    known.length === 0 ? [] : [...known, { step: "BACKUP", isDone: marks.includes("BACKUP") }];
  const isShown = !marks.includes("hidden") && steps.some(({ isDone }) => !isDone);
  const isEmpty =
    statistics !== undefined && statistics.clients + statistics.records + statistics.activeAuthorizations === 0;
  return { steps: isShown ? steps : [], mark, hasNumbers: !(isShown && isEmpty) };
};
