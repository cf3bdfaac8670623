import { useEditingWords } from "#app/admin/kit/messages/editing.ts";
import { Section } from "#app/admin/kit/section.tsx";
import { usePromoWords } from "#app/admin/promos/messages/promos.ts";
import { useLanguage } from "#app/language.ts";
import { formatCount } from "#base/format-count.ts";
import { languages } from "#base/language.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import type { StaffPromotion } from "#shop/promotions/editor/find-promotion.server.ts";
import type { PromotionFields } from "#shop/promotions/promotion-input.ts";
import { type PromotionNames, promotionSentence } from "#shop/promotions/promotion-sentence.ts";

interface SentencePanelProps {
  promotion: StaffPromotion;
  fields: PromotionFields;
  names: PromotionNames;
  timeZone: ShopTimeZone;
}

/** The promotion as typed, in words, in both languages of the shop. */
export function SentencePanel({ promotion, fields, names, timeZone }: SentencePanelProps) {
  const words = usePromoWords();
  const { languages: languageNames } = useEditingWords();
  const language = useLanguage();
  return (
    <Section title={words.sentence}>
      <dl className="grid gap-3">
        {languages.map((language) => (
          <div key={language}>
            <dt className="printed text-muted">{languageNames[language]}</dt>
            <dd lang={language} className="text-base">
              {promotionSentence(fields, names, timeZone, language)}.
            </dd>
          </div>
        ))}
      </dl>
      {promotion.used > 0 ? (
        <p className="border-t border-rule pt-3 text-muted">
          {words.isDone(formatCount(promotion.used, language), formatRupiah(promotion.spent))}
        </p>
      ) : null}
    </Section>
  );
}
