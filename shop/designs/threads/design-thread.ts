import { serveThread } from "#base/serve-thread.server.ts";
import { drawingFunctions, printingFunctions } from "./design-functions.ts";

serveThread({ ...drawingFunctions, ...printingFunctions });
