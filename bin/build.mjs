// Installs the packages and builds the screens, so that `npm start` in production needs no registry.
import {
  ensureBuilt,
  ensureInstalled,
  fetchNodeAndPackages,
  isBuilt,
  nodeBinary,
  say,
} from "./bootstrap.mjs";

await fetchNodeAndPackages();
const node = nodeBinary();
ensureInstalled(node, { toBuild: !isBuilt() });
ensureBuilt(node);
say("The screens are built");
