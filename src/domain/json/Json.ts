/** A JSON value. Records are held as their JSON form (AT Protocol, Data Model). */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}
