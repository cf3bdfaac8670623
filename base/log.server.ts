import pino from "pino";

/** Of `LOG_LEVEL`, the most silent one last. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Writes JSON lines to standard output. Personal data and secrets are redacted by path. */
export const log = pino({
  // The settings report an unknown level; pino would end the program with a stack.
  level: logLevels.find((level) => level === process.env.LOG_LEVEL) ?? "info",
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
