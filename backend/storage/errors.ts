/** A failure as Supabase Storage reports it: the HTTP status is 400 whatever `statusCode` says. */
export class StorageError extends Error {
  readonly statusCode: string;
  readonly error: string;
  readonly code: string;

  /** @param statusCode a string, because the clients compare it as one */
  constructor(statusCode: string, error: string, message: string, code: string) {
    super(message);
    this.name = "StorageError";
    this.statusCode = statusCode;
    this.error = error;
    this.code = code;
  }
}
