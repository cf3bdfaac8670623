import { shop } from "#app/identity.ts";
import { type Language, localPath } from "#base/language.ts";

/** Who sells here, and how the site is searched (schema.org). @param origin without a slash at the end */
export function shopGraph(origin: string, language: Language): object[] {
  const home = `${origin}${localPath(language, "/")}`;
  const organisation = `${origin}/#organisation`;
  return [
    {
      "@type": "OnlineStore",
      "@id": organisation,
      name: shop.name,
      legalName: shop.legalName,
      url: origin,
      logo: `${origin}/app-icon-512.png`,
      email: shop.email,
      telephone: `+${shop.whatsapp}`,
      address: {
        "@type": "PostalAddress",
        streetAddress: shop.street,
        addressLocality: shop.city,
        addressCountry: "ID",
      },
      contactPoint: {
        "@type": "ContactPoint",
        contactType: "customer service",
        url: `${origin}${localPath(language, "/contact")}`,
        email: shop.email,
        telephone: `+${shop.whatsapp}`,
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
