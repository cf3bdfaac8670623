/**
 * A failure that a visitor cannot act on, or that an endpoint turns into a 4xx. Failures that a person can
 * act on are returned as a Result. `code` is stable and reaches clients and the message catalogue; `message`
 * is for the log only.
 */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;
  /** Seconds after which a retry makes sense, where known. */
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

/**
 * A failure that the operator can correct. The message states the problem and the remedy, and is printed as
 * it is.
 */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}

/** Also for another person's row, so that its existence is not revealed. */
export function notFound(what: string): AppError {
  return new AppError("not_found", 404, { message: `${what} not found` });
}
