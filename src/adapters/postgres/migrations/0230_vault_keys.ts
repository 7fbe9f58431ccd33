/** By which keys the tokens of sessions were sealed, so that a start finds the ones that it lacks at once. */
export const sql = `
create index vault_keys on tidemark.vault (key_id) where expires_at is null;
`;
