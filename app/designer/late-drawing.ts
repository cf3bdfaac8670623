/* What draws a design and checks it. It comes after the board, which shows what the server drew and lets it be moved. */

export { loadFonts } from "#app/designer/fonts/browser-fonts.ts";
export { designChecksWords } from "#app/messages/shared/design-checks.ts";
export { drawDocument } from "#shop/designs/draw/draw-document.ts";
export { fitTextBox } from "#shop/designs/edit/fit-text-box.ts";
export { preflight } from "#shop/designs/print/preflight.ts";
export { findingText } from "./finding-texts.ts";
