import { type AriaAttributes, type ReactNode, use } from "react";
import { CachedMarkupContext } from "#app/cached-markup.ts";
import { LanguageContext, useLanguage } from "#app/language.ts";
import { MerchantContext, useMerchant } from "#app/merchant.ts";

interface CachedMarkupProps extends Pick<AriaAttributes, "aria-label"> {
  as: "aside" | "div" | "ul";
  /** The object that the children show; their markup is cached as long as it lives. */
  of: object;
  /**
   * All their other dependencies besides the language; the merchant only if they show it. They use no hook of the
   * router and no `useId`.
   */
  variant?: string;
  id?: string;
  role?: "radiogroup";
  className: string;
  children: ReactNode;
}

/**
 * An element whose content the server renders once and caches (decision 0011); in the browser it is a normal element.
 */
export function CachedMarkup({
  as: Element,
  of,
  variant = "",
  children,
  ...rest
}: CachedMarkupProps) {
  const language = useLanguage();
  const merchant = useMerchant();
  const cacheMarkup = use(CachedMarkupContext);
  if (!cacheMarkup) return <Element {...rest}>{children}</Element>;
  const html = cacheMarkup(
    of,
    `${language} ${variant}`,
    <LanguageContext value={language}>
      <MerchantContext value={merchant}>{children}</MerchantContext>
    </LanguageContext>,
  );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React made this markup
  return <Element {...rest} dangerouslySetInnerHTML={{ __html: html }} />;
}
