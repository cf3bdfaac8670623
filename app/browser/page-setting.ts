/** A public setting that the server wrote into the document's head. */
export function pageSetting(name: "publishable-key" | "session-cookie" | "build"): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}
