import type { Language } from "#base/language.ts";
import { asVisitor } from "#db/client.server.ts";
import { cached, withoutProducts } from "#shop/kernel/cache.server.ts";

export interface TermsSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

export interface TermsVersion {
  readonly version: string;
  /** `YYYY-MM-DD` */
  readonly in_force_from: string;
}

export interface Terms extends TermsVersion {
  readonly sections: readonly TermsSection[];
  /** The version that an order placed now accepts. */
  readonly is_current: boolean;
  /** Published, but not yet in force. */
  readonly is_future: boolean;
  /** Every published version, newest first. */
  readonly versions: readonly TermsVersion[];
}

/**
 * The terms and conditions.
 * @param version an earlier version; undefined for the current one
 * @returns undefined when the version does not exist
 */
export const readTerms = cached("readTerms", read, withoutProducts);

async function read(language: Language, version: string | undefined): Promise<Terms | undefined> {
  const [found] = await asVisitor()<Terms[]>`
    select t.version, t.in_force_from::text as in_force_from, t.sections -> ${language} as sections,
      t.version = s.terms_version as is_current,
      t.published_at is not null and t.in_force_from > (now() at time zone s.time_zone)::date as is_future,
      (
        select json_agg(json_build_object('version', v.version, 'in_force_from', v.in_force_from)
          order by v.in_force_from desc, v.version desc)
        from terms_versions v
      ) as versions
    from shop_settings s join terms_versions t on t.version = coalesce(${version ?? null}, s.terms_version)`;
  return found;
}
