/** A drawing of a buyer's words and pictures runs nothing and fetches nothing, also when it is opened as a page. */
export const drawingPolicy = "default-src 'none'; img-src data:; sandbox";

/** The answer with a drawing at an address that never shows another one; 404 where it is undefined. */
export function svgResponse(svg: string | undefined): Response {
  if (svg === undefined) return new Response(null, { status: 404 });
  return new Response(svg, {
    headers: {
      "content-type": "image/svg+xml",
      "cache-control": "private, max-age=31536000, immutable",
      "content-security-policy": drawingPolicy,
    },
  });
}
