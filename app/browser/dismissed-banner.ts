const key = "etalase.banner";

/**
 * Hides the announcement that this device dismissed before the first paint, so that the page does not move. The content
 * policy allows style sheets that a script makes. A string because it is inlined.
 */
export const dismissedBannerScript = `(function(){try{var v=localStorage.getItem("${key}");if(/^\\d{1,9}$/.test(v)){var s=new CSSStyleSheet;s.replaceSync('[data-banner="'+v+'"]{display:none}');document.adoptedStyleSheets=[s]}}catch(e){}})()`;

/** @param version of the announcement; a later version is shown again */
export function dismissBanner(version: number): void {
  try {
    localStorage.setItem(key, String(version));
  } catch {
    // Storage is blocked: the announcement is hidden on this page only.
  }
}
