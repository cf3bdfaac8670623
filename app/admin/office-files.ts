import { requireStaffForDocuments } from "#app/access.server.ts";
import type { Route } from "./+types/office-files";

/* The parent of all files and data below `/admin`, which have no frame. */

export const middleware: Route.MiddlewareFunction[] = [requireStaffForDocuments];
