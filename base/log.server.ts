import pino from "pino";

/** JSON lines on standard output. Personal data and secrets are removed by path, whoever logs them. */
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
