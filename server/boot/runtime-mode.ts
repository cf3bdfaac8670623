import { config } from "#base/config.server.ts";

/*
 * A file write holds a thread until the disk has answered; with the default of four threads other work would
 * wait. Password hashing and image work have limits of their own.
 */
process.env.UV_THREADPOOL_SIZE ??= "16";

/*
 * React and React Router choose their production build by NODE_ENV when they are loaded. The same variable is
 * a setting of ours, so it is read first; `main` reads the settings again and reports wrong ones.
 */
try {
  config();
  process.env.NODE_ENV = "production";
} catch {
  // `main` reports the error.
}
