import { type Language, localPath } from "#base/language.ts";
import type { Merchant } from "#shop/settings/merchant/merchant.ts";

/**
 * The merchant and the site's search as schema.org data. Missing facts are left out.
 * @param origin without a slash at the end
 */
export function shopGraph(shop: Merchant, origin: string, language: Language): object[] {
  const home = `${origin}${localPath(language, "/")}`;
  const organisation = `${origin}/#organisation`;
  const reach = { email: shop.email || undefined, telephone: shop.whatsapp || undefined };
  return [
    {
      "@type": "OnlineStore",
      "@id": organisation,
      name: shop.name,
      legalName: shop.legalName || undefined,
      url: origin,
      logo: `${origin}/app-icon-512.png`,
      ...reach,
      address: {
        "@type": "PostalAddress",
        streetAddress: shop.street || undefined,
        addressLocality: shop.city || undefined,
        addressCountry: "ID",
      },
      contactPoint: {
        "@type": "ContactPoint",
        contactType: "customer service",
        url: `${origin}${localPath(language, "/contact")}`,
        ...reach,
        availableLanguage: ["id", "en"],
      },
    },
    {
      "@type": "WebSite",
      "@id": `${home}#website`,
      name: shop.name,
      url: home,
      inLanguage: language,
      publisher: { "@id": organisation },
      potentialAction: {
        "@type": "SearchAction",
        target: {
          "@type": "EntryPoint",
          urlTemplate: `${origin}${localPath(language, "/shop")}?q={search_term_string}`,
        },
        "query-input": "required name=search_term_string",
      },
    },
  ];
}
