import { StatisticsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";

/** How much there is of everything, counted again every ten seconds. */
export const useStatistics = () => useAdminQuery(StatisticsDocument, {}, { every: 10_000 });
