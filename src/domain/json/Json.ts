/** A JSON value. Records are stored in their JSON form (AT Protocol, Data Model). */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}
