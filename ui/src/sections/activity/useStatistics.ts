import { StatisticsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";

/** The statistics of the instance, refreshed every ten seconds. */
export const useStatistics = () => useAdminQuery(StatisticsDocument, {}, { pollingInterval: 10_000 });
