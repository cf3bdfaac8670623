/** A drawing of a buyer's words and pictures runs nothing and fetches nothing, also when it is opened as a page. */
export const drawingPolicy = "default-src 'none'; img-src data:; sandbox";

const year = "max-age=31536000, immutable";
const keeping = {
  /** Somebody's own: their browser alone keeps it. */
  private: `private, ${year}`,
  public: `public, ${year}`,
  /** The address will show another one. */
  passing: "no-store",
};

/**
 * The answer with a drawing; 404 where it is undefined.
 * @param who keeps it; all but `passing` need an address that never shows another one
 */
export function svgResponse(
  svg: string | undefined,
  who: keyof typeof keeping = "private",
): Response {
  if (svg === undefined) return new Response(null, { status: 404 });
  return new Response(svg, {
    headers: {
      "content-type": "image/svg+xml",
      "cache-control": keeping[who],
      "content-security-policy": drawingPolicy,
    },
  });
}
