/** The way to a page as schema.org has it. @param origin of the site, e.g. https://example.com */
export function crumbsNode(
  crumbs: readonly { readonly name: string; readonly path: string }[],
  origin: string,
): object {
  return {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: origin + path.toLowerCase(),
    })),
  };
}
