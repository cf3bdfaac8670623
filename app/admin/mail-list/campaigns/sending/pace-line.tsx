import { useSendingWords } from "#app/admin/mail-list/campaigns/messages/campaign-sending.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatRowMoment } from "#app/messages/shared/dates.ts";
import { formatCount } from "#base/format-count.ts";
import type { LiveProgress } from "#shop/mailing/campaigns/send/live-progress.ts";

/** How fast a campaign goes on, when it may end, and what a new domain may send today. */
export function PaceLine({ progress }: { progress: LiveProgress }) {
  const words = useSendingWords();
  const language = useLanguage();
  const zone = useShopZone();
  const { perSecond, end, warmUp, status } = progress;
  const isUnderWay = status === "sending" || status === "freezing";
  const pace =
    perSecond === null ? null : (Math.round(perSecond * 10) / 10).toLocaleString(language);
  const parts = [
    pace === null ? null : words.pace(pace),
    end === null
      ? null
      : (end.isLatest ? words.endsLatest : words.ends)(formatRowMoment(end.at, language, zone)),
    warmUp && isUnderWay
      ? words.warmUp(formatCount(warmUp.begun, language), formatCount(warmUp.most, language))
      : null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? (
    <p className="text-sm text-muted tabular-nums first-letter:uppercase">{parts.join(" · ")}</p>
  ) : null;
}
