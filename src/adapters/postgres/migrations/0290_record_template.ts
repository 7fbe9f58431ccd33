/**
 * The table that every table of records is created like gets a name that says so. Processes of 0.20.0, which know only its
 * old name, must have been stopped: migration 270 already keeps them from appending. So it is renamed, and no second
 * template has to be kept for them.
 */
export const sql = `
alter table tidemark_records.nothing rename to record_template;
alter index tidemark_records.nothing_pkey rename to record_template_pkey;
alter index tidemark_records.nothing_indexed_at_uri_idx rename to record_template_indexed_at_uri_idx;
alter index tidemark_records.nothing_did_indexed_at_uri_idx rename to record_template_did_indexed_at_uri_idx;
alter table tidemark_records.record_template rename constraint nothing_check to record_template_check;
`;
