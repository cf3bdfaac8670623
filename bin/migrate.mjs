// Applies the missing migrations and nothing else.
import { ensureInstalled, nodeBinary, runServer } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node);
runServer(node, "server/commands/migrate.ts");
