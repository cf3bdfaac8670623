import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { builtLanguage } from "./react-router.config.ts";

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
    resolveId(source) {
      if (this.environment.name !== "ssr" || !shared.test(source)) return null;
      return { id: source, external: true };
    },
  };
}

/**
 * The browser gets the messages of the language that is read: the screens are built once per language, and the messages of
 * the other one are replaced by those of this one (decision 0087). The server has both.
 */
function messagesOf(language: "id" | "en"): Plugin {
  const other = language === "id" ? "en" : "id";
  const messages = new RegExp(String.raw`/app/messages/.*/([\w-]+)\.${other}\.ts$`);
  return {
    name: "messages-of-one-language",
    apply: "build",
    enforce: "pre",
    load(id) {
      const [, name] = messages.exec(id) ?? [];
      if (this.environment.name !== "client" || name === undefined) return null;
      return `export { ${language} as ${other} } from "./${name}.${language}.ts";`;
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
    resolveId(source, importer) {
      const isShaper = source === "module" && importer?.includes("/node_modules/harfbuzzjs/");
      return this.environment.name === "client" && isShaper ? nothing : null;
    },
    load: (id) => (id === nothing ? "export const createRequire = null;" : null),
  };
}

/**
 * Parts of lists and forms stay outside, however many pages use them: a product's page does not. What an order consists
 * of is for buyers and staff: it brings the words of the whole checkout along.
 */
const frameModules =
  /^\/(?:app\/(?:ui\/(?!domain\/proof\/|(?:domain\/)?(?:amounts|approved-proof|design-image|mockup-figure|captcha-form|checkbox|combobox|region-search|payment-marks|quantity-limit|clauses|confirm-dialog|contact-inputs|copy-button|design-parts|file-input|pill|order-stage|pickup-place|printed-words|promo-problem|tracking-link|use-current-in-sight|return-pill|return-photos|pagination|select|header\/search-choices)\.)|browser(?!\/(?:captcha|main-region|delivery-region|join-topic|use-focus-after|use-live-topic))|storefront\/(?:product-\w+|json-ld|storefront-error)\.|[\w-]+\.tsx?)|app\/messages\/(?:define-messages|shared\/(?:ui|words-for)|storefront\/storefront)\.|base\/|shop\/money)/;

const root = import.meta.dirname.replaceAll("\\", "/");

/** What the forms of visitors who are not signed in have in common; `captcha.ts` itself is fetched when one is sent. */
const formModules =
  /\/app\/(?:ui\/domain\/(?:captcha-form|contact-inputs)|browser\/captcha\/(?:recaptcha-terms|use-captcha-form))\./;

/** Small parts that the drawing board shares with pages that have none. */
const designModules =
  /\/(?:shop\/designs\/(?:price-design|fonts\/catalogue)|app\/designer\/(?:rights-wording|use-upload)|app\/messages\/shared\/picture-rights)\./;

/** The drawing board with all that it needs before it can be moved; what draws and checks a design comes later. */
const boardModules =
  /\/(?:shop\/designs\/(?:box-matrix|geometry|outline|photo-slots|resize-document|scale-layer|seam|summarise|text-problems|walk-layers|edit\/new-layer)|app\/designer\/(?:checks-button|designer-header|icon-paths|numbers|place-of|tool-icon|use-drawing|use-editor|use-pictures|workbench))\./;

/** What draws and checks a design, without the shaper of words. */
const drawingModules =
  /\/(?:shop\/designs\/(?:draw-document|lay-out-text|preflight|preflight-place|preflight-colours|text-runs|flatten|shapes|clips\/\w+|edit\/fit-text-box)|app\/designer\/(?:browser-fonts|late-drawing))\./;

/** By its place in the repository: where that lies on a machine has no say. */
function isFrame(id: string): boolean {
  return id.startsWith(root) && frameModules.test(id.slice(root.length));
}

export default defineConfig(({ command }) => ({
  // Part of the build with React's production code, so that the server is as fast with `NODE_ENV` unset.
  ssr: { noExternal: ["react", "react-dom", "react-router", "zustand", /^@dnd-kit\//] },
  plugins: [
    sharedWithServer(),
    withoutNode(),
    ...(builtLanguage ? [messagesOf(builtLanguage)] : []),
    tailwindcss(),
    reactRouter(),
  ],
  environments: {
    ssr: command === "build" ? { define: { "process.env.NODE_ENV": '"production"' } } : {},
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page needs, in two files: fewer requests, and texts that are alike compress together.
            codeSplitting: {
              groups: [
                {
                  name: "framework",
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler|cookie|turbo-stream)\//,
                },
                { name: "frame", test: isFrame, minShareCount: 3 },
                { name: "writing-to-the-shop", test: formModules },
                { name: "fields", test: /\/app\/ui\/(?:checkbox|select)\./ },
                { name: "designs", test: designModules },
                { name: "board", test: boardModules },
                // Each page that draws needs all of it; apart its files compress worse.
                { name: "drawing", test: drawingModules },
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
    rolldownOptions: { checks: { pluginTimings: false, ineffectiveDynamicImport: false } },
  },
}));
