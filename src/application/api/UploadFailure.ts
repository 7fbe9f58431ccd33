import type { EventLogUnavailable } from "../../domain/event/EventLog.ts";
import type { StreamContended } from "../../domain/event/StreamContended.ts";
import type { StorageUnavailable } from "../../domain/storage/StorageUnavailable.ts";
import type { PdsFailure } from "../records/PdsFailure.ts";
import type { BlobRefused } from "../records/write/recordErrors.ts";

/** Every reason why the use case `uploadBlob` does not store a blob. */
export type UploadFailure = BlobRefused | PdsFailure | EventLogUnavailable | StreamContended | StorageUnavailable;
