import { StatisticsDocument } from "../../api/documents.ts";
import { useAsk } from "../../api/useAsk.ts";

/** How much there is of everything, counted again every ten seconds. */
export const useStatistics = () => useAsk(StatisticsDocument, {}, { every: 10_000 });
