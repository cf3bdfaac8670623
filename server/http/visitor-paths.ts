/**
 * Pages that depend on the visitor. All other pages are the same for every visitor and never read a cookie, so that shared
 * caches can store them.
 */
const personal =
  /^(\/en)?\/(address|checkout|setdetails|dashboard|admin|staffinvitation|success|item\/[^/]+\/(roster|preview))(\/|\.data$|$)/i;

/**
 * Requests of a public page that depend on the visitor: cart prices, designs and their pictures. Also the link in a mail to an
 * order, which redirects the signed-in buyer to the payment.
 */
const requests =
  /^(\/en)?\/(api\/(quote|main-region|shown-promotions|designs|design-assets|design-mockup|design-preview|saved-designs)|design|order)(\/|$)/i;

/** The drawing board with form values, which may reference photographs of the visitor. */
const board = /^(\/en)?\/item\/[^/]+\/design(\.data)?$/i;

export const isPersonalPage = (path: string): boolean => personal.test(path);

/** @param search query string with its question mark */
export function isVisitorRequest(path: string, search = ""): boolean {
  return requests.test(path) || (board.test(path) && /[?&]f\./.test(search));
}
