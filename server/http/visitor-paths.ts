/**
 * Pages that depend on the visitor. All others are the same for every visitor and never read a cookie, so
 * that caches in front of the shop can store them.
 */
const personal =
  /^(\/en)?\/(address|checkout|setdetails|dashboard|admin|staffinvitation|success|item\/[^/]+\/roster)(\/|\.data$|$)/i;

/**
 * What a public page requests for its visitor: prices of the cart, designs and their pictures. Only these answers depend on
 * the visitor, never the page. A mail's link to an order is the same for everybody too, but leads its signed-in buyer on to
 * the payment.
 */
const requests =
  /^(\/en)?\/(api\/(quote|main-region|shown-promotions|designs|design-assets|design-mockup|design-preview|saved-designs)|design|order)(\/|$)/i;

/** The drawing board that begins with the values of a form: these may name photographs of the visitor. */
const board = /^(\/en)?\/item\/[^/]+\/design(\.data)?$/i;

export const isPersonalPage = (path: string): boolean => personal.test(path);

/** @param search with its question mark */
export function isVisitorRequest(path: string, search = ""): boolean {
  return requests.test(path) || (board.test(path) && /[?&]f\./.test(search));
}
