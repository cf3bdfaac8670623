import { config } from "#base/config.server.ts";

/*
 * Each file that is made to last holds a thread until the disk has answered, and four would make everything else that
 * needs one wait. Hashing passwords and pictures has limits of its own.
 */
process.env.UV_THREADPOOL_SIZE ??= "16";

/*
 * React and React Router choose their fast build by NODE_ENV at the moment they are loaded. Whether this is a
 * merchant's production is a setting of ours with the same name, so it is read first; wrong settings are told by
 * `main`, which reads them again.
 */
try {
  config();
  process.env.NODE_ENV = "production";
} catch {
  // Told by main.
}
