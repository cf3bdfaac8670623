import { serveWorks } from "#base/serve-works.server.ts";
import { drawingWorks, printingWorks } from "./design-works.ts";

serveWorks({ ...drawingWorks, ...printingWorks });
