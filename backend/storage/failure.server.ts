import { AppError } from "#base/errors.ts";
import { log } from "#base/log.server.ts";
import { sqlState } from "#db/client.server.ts";
import { isUnavailable, unavailableFor } from "#db/unavailable.server.ts";
import { StoreFull, StoreUnavailable } from "#integrations/storage/object-store.ts";
import { invalidRequest, StorageError, tooLarge } from "./errors.ts";

/** The client's answer to any failure; failures of the server are logged. */
export function failureAnswer(error: unknown): Response {
  const known = storageErrorOf(error);
  if (known.status >= 500) log.error({ err: error }, "storage failed");
  const { statusCode, message, code } = known;
  const headers = {
    "Cache-Control": "no-store",
    ...(known.status === 429 ? { "Retry-After": "1" } : {}),
    ...(known.status === 503 ? { "Retry-After": String(unavailableFor) } : {}),
  };
  return Response.json(
    { statusCode, error: known.error, message, code },
    { status: known.status, headers },
  );
}

/** As above with the true status, the only part that tus clients read. */
export function tusFailureAnswer(error: unknown): Response {
  const known = storageErrorOf(error);
  if (known.status >= 500) log.error({ err: error }, "storage failed");
  return new Response(known.code === "EntityTooLarge" ? "Maximum size exceeded" : known.message, {
    status: Number(known.statusCode),
    headers: {
      "Cache-Control": "no-store",
      "Content-Type": "text/plain; charset=utf-8",
      ...(known.status === 503 ? { "Retry-After": String(unavailableFor) } : {}),
    },
  });
}

function storageErrorOf(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof StoreFull) {
    return new StorageError("507", "Internal", "There is no room left", "InsufficientStorage");
  }
  if (error instanceof AppError && error.status === 413) return tooLarge();
  if (error instanceof AppError && error.status < 500) return invalidRequest(error.message);
  if (sqlState(error) === "57014") {
    return new StorageError("544", "Internal", "The database did not answer", "DatabaseTimeout");
  }
  if (isUnavailable(error) || error instanceof StoreUnavailable) {
    return new StorageError("503", "Internal", "Not available now, please try again", "SlowDown");
  }
  return new StorageError("500", "Internal", "Internal Server Error", "InternalError");
}
