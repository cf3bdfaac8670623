import { useProductDraftWords } from "#app/admin/products/drafts/messages/product-drafts.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type {
  OthersDraft,
  ProductDraft,
} from "#shop/catalogue/products/drafts/product-drafts.server.ts";

interface DraftNoticesProps {
  mine: ProductDraft | null;
  others: readonly OthersDraft[];
  /** Another window of the same person keeps more than this one. */
  isElsewhere: boolean;
  /** What kept scheduled changes from being applied, in words. */
  notApplied: string | undefined;
  onDrop: () => void;
  onUnschedule: () => void;
  onTakeOver: (authorId: string) => void;
}

/** What somebody typed into the product and has not applied: the actor's own, and that of colleagues. */
export function DraftNotices(props: DraftNoticesProps) {
  const { mine, others, isElsewhere, notApplied, onDrop, onUnschedule, onTakeOver } = props;
  const words = useProductDraftWords();
  const language = useLanguage();
  const zone = useShopZone();
  const moment = (iso: string) => formatMoment(iso, language, zone);
  return (
    <>
      {isElsewhere ? <Notice tone="warning">{words.elsewhere}</Notice> : null}
      {notApplied ? <Notice tone="error">{words.notApplied(notApplied)}</Notice> : null}
      {mine ? (
        <Notice
          action={
            <Button look="quiet" onClick={mine.apply_at ? onUnschedule : onDrop}>
              {mine.apply_at ? words.unschedule : words.drop}
            </Button>
          }
        >
          {mine.apply_at
            ? words.scheduled(moment(mine.apply_at))
            : words.restored(moment(mine.updated_at))}
        </Notice>
      ) : null}
      {others.map(({ author_id, author, updated_at, apply_at }) => (
        <Notice
          key={author_id}
          action={
            apply_at ? null : (
              <Button look="quiet" onClick={() => onTakeOver(author_id)}>
                {words.takeOver}
              </Button>
            )
          }
        >
          {apply_at
            ? words.othersScheduled(author, moment(apply_at))
            : words.others(author, moment(updated_at))}
        </Notice>
      ))}
    </>
  );
}
