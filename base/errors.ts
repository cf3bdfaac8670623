/**
 * A failure that nobody at the screen can act on, or that an endpoint turns into a 4xx.
 * Failures that a person can act on are returned as a Result instead.
 * `code` is stable and is what clients and the message catalogue see; `message` is for the log only.
 */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;
  /** Seconds after which it is worth trying again, where that is known. */
  readonly retryAfter: number | undefined;

  constructor(
    code: string,
    status: number,
    options: {
      message?: string;
      cause?: unknown;
      details?: Record<string, unknown>;
      retryAfter?: number;
    } = {},
  ) {
    super(options.message ?? code, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = status;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }
}

/** What whoever runs the program can mend: the message says what is wrong and what to do, and is printed as it is. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}

/** Not there, or somebody else's: both look the same from outside. */
export function notFound(what: string): AppError {
  return new AppError("not_found", 404, { message: `${what} not found` });
}
