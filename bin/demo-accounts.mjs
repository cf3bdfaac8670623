// Gives the demo accounts new passwords, or removes them.
import { ensureInstalled, nodeBinary, runServer } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node);
runServer(node, "server/commands/demo-accounts.ts", process.argv.slice(2));
