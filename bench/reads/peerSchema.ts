/** The schema with the tables that PostGraphile serves. */
export const peerSchema = "peer";
