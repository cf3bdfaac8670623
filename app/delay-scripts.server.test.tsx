import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { delayScripts } from "./delay-scripts.server.ts";

const page = renderToStaticMarkup(
  <html lang="id">
    <head>
      <link rel="modulepreload" href="/assets/a.js" />
    </head>
    <body>
      <p>{'<link rel="modulepreload" href="typed">'}</p>
      <script type="module" async={true} nonce="n">
        start()
      </script>
    </body>
  </html>,
);

test("preloads and the router's start script become inert and stay valid HTML", () => {
  const delayed = delayScripts(page);
  expect(delayed).toContain('<link rel="prepare" href="/assets/a.js"/>');
  expect(delayed).toContain('<script type="later" nonce="n">');
  expect(delayed).not.toMatch(/type="module"|async/);
});

test("escaped text that contains preload markup is unchanged", () => {
  expect(delayScripts(page)).toContain("&lt;link rel=&quot;modulepreload&quot;");
});
