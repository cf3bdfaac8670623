// Closes the shop to visitors and opens it again.
import { ensureInstalled, nodeBinary, runServer } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node);
runServer(node, "server/commands/maintenance.ts", process.argv.slice(2));
