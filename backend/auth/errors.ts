import { keyHint } from "#backend/gateway/key-hints.ts";
import { AppError } from "#base/errors.ts";

/** A failure in GoTrue's format: `code` and text are part of the wire format. */
export class AuthError extends AppError {
  /** Shown to the client unchanged. */
  readonly text: string;
  readonly weakPassword: readonly string[] | undefined;
  /** Set for answers in OAuth's shape `{error, error_description}`, in every API version. */
  readonly oauthError: string | undefined;

  constructor(
    status: number,
    code: string,
    text: string,
    extra: { weakPassword?: readonly string[]; retryAfter?: number; oauthError?: string } = {},
  ) {
    super(code, status, {
      message: text,
      ...(extra.retryAfter === undefined ? {} : { retryAfter: extra.retryAfter }),
    });
    this.name = "AuthError";
    this.text = text;
    this.weakPassword = extra.weakPassword;
    this.oauthError = extra.oauthError;
  }
}

export function invalid(text: string): AuthError {
  return new AuthError(400, "validation_failed", text);
}

/** Of a sign-up or sign-in without an address or without a password. The text is the one that clients show. */
export function credentialsMissing(): AuthError {
  return invalid("You must provide either an email or phone number and a password");
}

export const apiVersionHeader = "X-Supabase-Api-Version";
const firstVersionWithCodes = "2024-01-01";

/**
 * The response to a failure. The body has two shapes, chosen by the client's API version; auth-js reads
 * `code` only when the response repeats the version.
 */
export function errorResponse(error: AuthError, requestedVersion: string | undefined): Response {
  const headers = new Headers({ "x-sb-error-code": error.code, "Cache-Control": "no-store" });
  if (error.retryAfter !== undefined) headers.set("Retry-After", String(error.retryAfter));
  if (error.oauthError) {
    const body = { error: error.oauthError, error_description: error.text };
    return Response.json(body, { status: error.status, headers });
  }
  const weak = error.weakPassword ? { weak_password: { reasons: error.weakPassword } } : {};
  const isDated = /^\d{4}-\d{2}-\d{2}$/.test(requestedVersion ?? "");
  if (isDated && (requestedVersion ?? "") >= firstVersionWithCodes) {
    headers.set(apiVersionHeader, firstVersionWithCodes);
    const body = { code: error.code, message: error.text, ...weak, ...keyHint(error.code) };
    return Response.json(body, { status: error.status, headers });
  }
  const body = {
    code: error.status,
    error_code: error.code,
    msg: error.text,
    ...weak,
    ...keyHint(error.code),
  };
  return Response.json(body, { status: error.status, headers });
}
