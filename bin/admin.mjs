// Makes an administrator, resets a password, lists the staff; the shop may be running.
import { ensureInstalled, nodeBinary, runServer } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node);
runServer(node, "server/commands/admin.ts", process.argv.slice(2));
