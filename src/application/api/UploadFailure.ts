import type { EventLogUnavailable } from "../../domain/event/EventLog.ts";
import type { StreamContended } from "../../domain/event/StreamContended.ts";
import type { StorageUnavailable } from "../../domain/storage/StorageUnavailable.ts";
import type { PdsFailure } from "../records/PdsFailure.ts";
import type { BlobRefused } from "../records/write/recordErrors.ts";

/** The errors of the use case `uploadBlob`. */
export type UploadFailure = BlobRefused | PdsFailure | EventLogUnavailable | StreamContended | StorageUnavailable;
