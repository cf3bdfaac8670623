import pino from "pino";

/** Writes JSON lines to standard output. Personal data and secrets are redacted by path. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
  base: undefined,
  redact: {
    paths: [
      "password",
      "*.password",
      "token",
      "*.token",
      "authorization",
      "*.authorization",
      "cookie",
      "*.cookie",
      "apikey",
      "*.apikey",
      "card",
      "*.card",
      "secret",
      "*.secret",
    ],
    censor: "[removed]",
  },
});
