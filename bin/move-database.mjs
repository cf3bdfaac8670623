// Copies the embedded database into the one that DATABASE_URL names.
import { ensureInstalled, nodeBinary, runServer } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node, { toBuild: false });
runServer(node, "server/commands/move-database.ts");
