import * as Schema from "effect/Schema";
import type { Client } from "pg";
import { BackedUpLog, NeededKeys } from "../../../domain/backup/BackupManifest.ts";

const Facts = Schema.Struct({ log: BackedUpLog, keys: NeededKeys });

/** The vault, the persons and the instance have secrets that a key encrypts; the signing keys are those of the last start. */
const statement = `
  select json_build_object(
    'events', (select position from tidemark.log_head),
    'checkpoint', (select note from tidemark.log_checkpoints order by size desc limit 1)
  ) as log, json_build_object(
    'secrets', (select coalesce(json_agg(key_id order by key_id), '[]') from (
      select key_id collate "C" as key_id from tidemark.vault where expires_at is null
      union select key_id from tidemark.subjects
      union select key_id from tidemark.instance_keys) as used),
    'signing', coalesce((select data->'keyIds' from tidemark.events where stream = 'instance-signing-keys'
      order by version desc limit 1), '[]'),
    'audit', (select vkey from tidemark.log_keys order by first_size desc limit 1)
  ) as keys`;

/** Reads what a backup that begins later holds at least, and the ids of the keys that it needs. */
export const readBackupFacts = async (client: Client): Promise<typeof Facts.Type> => {
  const { rows } = await client.query(statement);
  return Schema.decodeUnknownSync(Facts)(rows[0]);
};
