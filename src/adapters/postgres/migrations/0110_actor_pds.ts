/** Where the repository of an author is, which may be known of somebody without a handle. */
export const sql = `
alter table tidemark_records.actors alter column handle drop not null, add column pds text collate "C";
`;
