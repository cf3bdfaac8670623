import { serveThread } from "#base/serve-thread.server.ts";
import { paperFunctions } from "./paper-functions.ts";

serveThread(paperFunctions);
