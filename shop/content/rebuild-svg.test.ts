import { expect, test } from "vitest";
import { rebuildSvg } from "./rebuild-svg.ts";

const svg = (inner: string, more = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"${more}>${inner}</svg>`;
const partOf = (source: string) => {
  const rebuilt = rebuildSvg(source);
  return rebuilt.ok ? undefined : rebuilt.problem.part;
};

test("a drawing of shapes, groups and gradients is written again", () => {
  const source = `<?xml version="1.0"?>\n<!-- Inkscape --><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20" class="a" data-name="x"><title>Toko &lt;</title></svg>`;
  expect(partOf(source)).toBe("entity");
  const drawn = rebuildSvg(
    svg(
      `<title>Toko</title><defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient><linearGradient id="b" xlink:href="#a"/></defs><g fill='url(#a)' transform="translate(1, 2)" inkscape:label="x"><path d="M0 0h10.5z"/></g>`,
    ),
  );
  expect(drawn).toEqual({
    ok: true,
    value: {
      width: 40,
      height: 20,
      text: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient><linearGradient id="b" href="#a"/></defs><g fill="url(#a)" transform="translate(1, 2)"><path d="M0 0h10.5z"/></g></svg>`,
    },
  });
});

test.each([
  ["script", svg("<script>alert(1)</script>")],
  ["style", svg("<style>@import 'x'</style>")],
  ["style", svg(`<path style="fill:url(http://x.test)"/>`)],
  ["foreignObject", svg("<foreignObject><p/></foreignObject>")],
  ["onload", svg("", ` onload="alert(1)"`)],
  ["onclick", svg(`<g onclick='x()'/>`)],
  ["image", svg(`<image href="https://x.test/a.png"/>`)],
  ["use", svg(`<use href="#a"/>`)],
  ["a", svg(`<a href="javascript:alert(1)"/>`)],
  ["animate", svg(`<animate attributeName="href"/>`)],
  ["href", svg(`<linearGradient href="https://x.test/a.svg#b"/>`)],
  ["xlink:href", svg(`<linearGradient xlink:href="data:text/html,x"/>`)],
  ["fill", svg(`<path fill="url(https://x.test)"/>`)],
  ["fill", svg(`<path fill="UrL( //x.test )"/>`)],
  ["entity", svg(`<path d="&x;"/>`)],
  ["<!DOCTYPE", `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("")}`],
  ["<!", svg("<![CDATA[<script>]]>")],
  ["svg", svg(svg(""))],
  ["svg", "<svg viewBox='0 0 1 1'>"],
  ["html", "<html><svg/></html>"],
  ["text", svg("halo")],
  ["/path", svg("<g></path></g>")],
  ["viewBox", "<svg></svg>"],
  ["elements", svg("<g/>".repeat(3_000))],
  ["depth", svg("<g>".repeat(50) + "</g>".repeat(50))],
  ["size", svg(`<path d="${"M0 0".repeat(20_000)}"/>`)],
  ["iframe", svg("<iframe/>")],
  ["d", svg(`<path d="M0 0;x"/>`)],
  ["d", svg(`<path d="M0 0\u000bL1 1"/>`)],
  ["width", svg(`<rect width="1" width="2"/>`)],
  ["viewBox", svg("", ` viewBox="0 0 1 1"`)],
  ["xlink:href", svg(`<linearGradient href="#a" xlink:href="#b"/>`)],
  ["viewBox", `<svg viewBox="0 0 10 10 10"/>`],
  ["viewBox", `<svg viewBox="a b 10 10"/>`],
  ["viewBox", `<svg viewBox="0 0 1.2.3 10"/>`],
  ["viewBox", `<svg viewBox=". 0 10 10"/>`],
  ["viewBox", `<svg width="10mm" height="100%"/>`],
  ["stroke-dasharray", svg(`<path stroke-dasharray="0.001"/>`)],
  ["clip-path", svg(`<clipPath id="a"><rect clip-path="url(#b)"/></clipPath>`)],
  ["clip-path", svg(`<clipPath id="a" clip-path="url(#b)"><rect/></clipPath>`)],
  ["clip-path", svg(`<g clip-path="url(#a)"/>`.repeat(51))],
  ["clipPath", svg(`<clipPath id="a">${"<rect/>".repeat(51)}</clipPath>`)],
])("%s is refused and named", (part, source) => {
  expect(partOf(source)).toBe(part);
});

test("rebuilding a rebuilt drawing changes nothing", () => {
  const first = rebuildSvg(svg(`<path d='M1 1' fill="#123456"/>`));
  expect(first.ok && rebuildSvg(first.value.text)).toEqual(first);
});

test("only the view box sets the size", () => {
  const empty = (box: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"/>`;
  for (const [source, box] of [
    [`<svg viewBox="0 0 40 20" width="0" height="0"/>`, "0 0 40 20"],
    [`<svg viewBox="-1.5,0 40 20" width="100%" height="99999999"/>`, "-1.5,0 40 20"],
    [`<svg width="40px" height="20"/>`, "0 0 40 20"],
  ] as const) {
    expect(rebuildSvg(source)).toEqual({
      ok: true,
      value: { text: empty(box), width: 40, height: 20 },
    });
  }
});
