// Assigns the files at STORAGE_URL to this shop's database.
import { ensureInstalled, nodeBinary, runServer } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node);
runServer(node, "server/commands/adopt-files.ts");
