// Installs the packages and builds the screens, so that `npm start` in production needs no registry.
// `--quick`, from `npm start`: compresses less, so that a first start takes less time.
import {
  ensureBuilt,
  ensureInstalled,
  fetchNodeAndPackages,
  nodeBinary,
  say,
} from "./bootstrap.mjs";

await fetchNodeAndPackages();
const node = nodeBinary();
ensureInstalled(node);
ensureBuilt(node, { isQuick: process.argv.includes("--quick") });
say("The screens are built");
