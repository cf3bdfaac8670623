/**
 * A failure in Supabase Storage's format: HTTP 400 for any `statusCode`, except for failures of the server,
 * whose status is unchanged.
 */
export class StorageError extends Error {
  readonly statusCode: string;
  readonly error: string;
  readonly code: string;

  /** @param statusCode a string, because the clients compare it as one */
  constructor(statusCode: string, error: string, message: string, code: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StorageError";
    this.statusCode = statusCode;
    this.error = error;
    this.code = code;
  }

  /** The HTTP status of the failure. */
  get status(): number {
    const status = Number(this.statusCode);
    return status >= 500 || status === 429 ? status : 400;
  }
}

export const noSuchBucket = () =>
  new StorageError("404", "Bucket not found", "Bucket not found", "NoSuchBucket");

export const noSuchKey = () =>
  new StorageError("404", "not_found", "Object not found", "NoSuchKey");

export const noSuchUpload = () =>
  new StorageError("404", "not_found", "Upload not found", "NoSuchUpload");

export const accessDenied = (message = "new row violates row-level security policy") =>
  new StorageError("403", "Unauthorized", message, "AccessDenied");

export const keyAlreadyExists = () =>
  new StorageError("409", "Duplicate", "The resource already exists", "KeyAlreadyExists");

export const bucketAlreadyExists = () =>
  new StorageError("409", "Duplicate", "The resource already exists", "BucketAlreadyExists");

export const bucketNotEmpty = () =>
  new StorageError(
    "409",
    "ResourceNotEmpty",
    "The bucket you tried to delete is not empty",
    "ResourceNotEmpty",
  );

export const tooLarge = () =>
  new StorageError(
    "413",
    "Payload too large",
    "The object exceeded the maximum allowed size",
    "EntityTooLarge",
  );

export const invalidMimeType = (type: string) =>
  new StorageError(
    "415",
    "invalid_mime_type",
    `mime type ${type.slice(0, 100)} is not supported`,
    "InvalidMimeType",
  );

export const invalidBucketName = () =>
  new StorageError("400", "Invalid Input", "Bucket name invalid", "InvalidBucketName");

export const invalidKey = (name: string) =>
  new StorageError("400", "InvalidKey", `Invalid key: ${name.slice(0, 1100)}`, "InvalidKey");

export const invalidRequest = (message: string) =>
  new StorageError("400", "Error", message, "InvalidRequest");

export const invalidSignature = () =>
  new StorageError("400", "InvalidSignature", "Invalid signature", "InvalidSignature");

export const invalidToken = (message: string) =>
  new StorageError("400", "InvalidJWT", message, "InvalidJWT");

export const slowDown = () =>
  new StorageError("429", "SlowDown", "Too many requests, try again in a moment", "SlowDown");
