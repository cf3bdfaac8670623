import { serveWorks } from "#base/serve-works.server.ts";
import { paperWorks } from "./paper-works.ts";

serveWorks(paperWorks);
