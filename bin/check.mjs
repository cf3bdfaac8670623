// Checks that this installation can serve: settings, database, keys, files, mail, payment and backup.
import { ensureInstalled, nodeBinary, runServer } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node);
runServer(node, "server/commands/check.ts", process.argv.slice(2));
