import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/**
 * The server runs our sources directly, so the built screens must share its modules instead of carrying copies:
 * a copy of the database client would open its own connections, a copy of a context key would find nothing.
 */
function sharedWithServer(): Plugin {
  const shared = /^#(?:base|shop|db|backend|integrations|server)\/|^#app\/context\.ts$/;
  return {
    name: "shared-with-server",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "ssr",
    resolveId: { filter: { id: shared }, handler: (id) => ({ id, external: true }) },
  };
}

const root = import.meta.dirname.replaceAll("\\", "/");
/** Message files, each in the folder `messages` beside its screens: `app/…/messages/name.id.ts`. */
const messages = /^app\/((?:.+\/)?messages\/.+)\.(id|en)\.ts$/;
/** The path relative to the repository's root; empty outside it. Parent folders may be named `base` or `app` too. */
const pathInRoot = (file: string) =>
  file.startsWith(`${root}/`) ? file.slice(root.length + 1) : "";

/**
 * Puts the messages of each language into separate chunks, which scripts import for their side effect only: each message file
 * registers its messages in `globalThis.messages`, and a virtual module reads them. So `server/boot/split-languages.ts` can
 * remove one language's imports from a script (docs/why/screens.md).
 */
function messagesByLanguage(): Plugin {
  const registered = "\0messages:";
  return {
    name: "messages-by-language",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId: {
      filter: { id: /\.(id|en)\.ts$/ },
      async handler(source, importer) {
        if (source.startsWith(root)) return null;
        if (!importer || messages.test(pathInRoot(importer))) return null;
        const file = await this.resolve(source, importer, { skipSelf: true });
        const [, name] = messages.exec(pathInRoot(file?.id ?? "")) ?? [];
        return name === undefined ? null : `${registered}${name}`;
      },
    },
    load: {
      filter: { id: /^\0messages:/ },
      handler(id) {
        const name = id.slice(registered.length);
        const file = `${root}/app/${name}`;
        return `import "${file}.id.ts"; import "${file}.en.ts";
          export const id = globalThis.messages[${JSON.stringify(name)}]; export const en = id;`;
      },
    },
    transform: {
      filter: { id: /\.(id|en)\.ts$/ },
      handler(code, file) {
        const [, name, language] = messages.exec(pathInRoot(file)) ?? [];
        if (name === undefined) return null;
        // Message files that are only parts of other message files have no such export.
        if (!new RegExp(`export const ${language}\\b`).test(code)) return null;
        return `${code}\n(globalThis.messages ??= {})[${JSON.stringify(name)}] = ${language};`;
      },
    },
  };
}

/** The shaper of texts asks for a module of Node in a branch that no browser runs; the build would warn of it. */
function withoutNode(): Plugin {
  const nothing = "\0nothing";
  return {
    name: "shaper-without-node",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId: {
      filter: { id: /^module$/ },
      handler: (_, importer) => (importer?.includes("/node_modules/harfbuzzjs/") ? nothing : null),
    },
    load: { filter: { id: /^\0nothing$/ }, handler: () => "export const createRequire = null;" },
  };
}

export default defineConfig(({ command }) => ({
  // Bundled, so that the server runs React's production code even if `NODE_ENV` is unset.
  ssr: { noExternal: ["react", "react-dom", "react-router", "zustand", /^@dnd-kit\//] },
  plugins: [sharedWithServer(), messagesByLanguage(), withoutNode(), tailwindcss(), reactRouter()],
  environments: {
    ssr:
      command === "build"
        ? {
            define: { "process.env.NODE_ENV": '"production"' },
            // Pages inline functions as scripts; their comments would be sent with each page.
            build: { rolldownOptions: { output: { comments: false } } },
          }
        : {},
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The bundler joins the names of all entries that share a chunk with "~"; keep the first.
            chunkFileNames: ({ name }) => `assets/${name.split("~", 1)[0]}-[hash].js`,
            codeSplitting: {
              groups: [
                {
                  name: "framework",
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler|cookie|turbo-stream)\//,
                },
                { name: "base", test: (id) => pathInRoot(id).startsWith("base/") },
                {
                  name: (id) => `messages-${messages.exec(pathInRoot(id))?.[2]}`,
                  test: (id) => messages.test(pathInRoot(id)),
                  entriesAware: true,
                },
                { name: "frame", test: (id) => pathInRoot(id) === "app/root.tsx" },
                {
                  name: "storefront",
                  test: (id) => /^app\/storefront\/(?!(?:.+\/)?messages\/)/.test(pathInRoot(id)),
                  minShareCount: 4,
                },
              ],
            },
          },
        },
      },
    },
  },
  // A file inlined as data: would need a hole in the content security policy.
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false, ineffectiveDynamicImport: false } },
  },
}));
