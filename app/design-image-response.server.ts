import { drawingPolicy } from "#app/svg-response.server.ts";
import { type MockupWidth, mockupWidths } from "#shop/designs/mockups/draw-mockup.server.ts";
import type { DesignImage } from "#shop/designs/mockups/find-mockup.server.ts";

/** The width that a request asks for; for another one the smallest. */
export function widthOf(text: string | null | undefined): MockupWidth {
  const asked = Number(text);
  return mockupWidths.find((width) => width === asked) ?? 320;
}

/**
 * The answer with the picture of a design: 404 where it is undefined, 503 with when to try again where too many are drawn.
 * @param cacheSeconds for which the browser keeps it
 */
export function imageResponse(image: DesignImage | undefined, cacheSeconds: number): Response {
  if (!image) return new Response(null, { status: 404 });
  if ("busy" in image) return new Response(null, { status: 503, headers: { "retry-after": "5" } });
  const isDrawn = "webp" in image;
  return new Response(isDrawn ? new Uint8Array(image.webp) : image.svg, {
    headers: {
      "content-type": isDrawn ? "image/webp" : "image/svg+xml",
      "cache-control": `private, max-age=${cacheSeconds}`,
      "content-security-policy": drawingPolicy,
      "x-content-type-options": "nosniff",
    },
  });
}
