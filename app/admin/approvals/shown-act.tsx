import { useApprovalWords } from "#app/admin/approvals/messages/approvals.ts";
import { useAuditWords } from "#app/admin/audit/messages/audit.ts";
import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { useStockWords } from "#app/admin/messages/stock.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Icon } from "#app/ui/icon.tsx";
import { formatCount } from "#base/format-count.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { ShownAct } from "#shop/staff/approvals/approval.ts";
import type { Approval } from "#shop/staff/approvals/approval-row.ts";
import { useValueText } from "./approval-texts.ts";

/** What a request changes, value by value, and the requester's reasons. */
export function ShownActSection({ approval }: { approval: Approval }) {
  const { kind, shown, decision } = approval;
  const words = useApprovalWords();
  const valueText = useValueText();
  const { changes, total } = shown;
  const cell = "px-3 py-2 align-top @max-4xl:p-0";
  return (
    <section className="grid gap-3">
      <h2 className="text-lg">{words.changes}</h2>
      <Facts kind={kind} shown={shown} />
      {changes.length > 0 ? (
        <ListTable
          heads={[
            { label: words.heads.of },
            { label: words.heads.field },
            { label: words.heads.before, isNumber: true },
            { label: words.heads.after, isNumber: true },
          ]}
        >
          {changes.map(({ of, field, before, after }, index) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a draft may be equal, and the list never changes
              key={`${index} ${of} ${field}`}
              className="border-b border-rule @max-4xl:grid @max-4xl:grid-cols-[auto_auto_minmax(0,1fr)] @max-4xl:items-baseline @max-4xl:gap-x-2 @max-4xl:gap-y-1 @max-4xl:border @max-4xl:p-3"
            >
              <td className={`${cell} figures font-semibold @max-4xl:col-span-3`}>{of}</td>
              <td className={`${cell} text-muted @max-4xl:col-span-3`}>{words.fields[field]}</td>
              <td className={`${cell} figures text-muted line-through @4xl:text-right`}>
                {valueText(field, before)}
              </td>
              <td className={`${cell} figures font-semibold @4xl:text-right`}>
                <Icon name="arrow-right" className="mr-2 inline size-4 @4xl:hidden" />
                {valueText(field, after)}
              </td>
            </tr>
          ))}
        </ListTable>
      ) : null}
      {total > changes.length ? (
        <p className="text-muted">{words.more(total - changes.length)}</p>
      ) : null}
      {decision === null ? <p className="max-w-[72ch] text-muted">{words.asAsked}</p> : null}
    </section>
  );
}

/** With its sign, e.g. `−50%`. */
function stepText({ by, value }: NonNullable<ShownAct["step"]>): string {
  const size = by === "percent" ? `${Math.abs(value)}%` : formatRupiah(Math.abs(value));
  return `${value < 0 ? "−" : "+"}${size}`;
}

function Facts({ kind, shown }: { kind: Approval["kind"]; shown: ShownAct }) {
  const words = useApprovalWords();
  const stock = useStockWords();
  const language = useLanguage();
  const zone = useShopZone();
  const audit = useAuditWords();
  const { note, reason, fields = [], things, step, starts_at, ends_at } = shown;
  const lines = [
    reason ? words.reasonOf(wordsFor(stock.reasons, reason, "other")) : undefined,
    note || undefined,
    things === undefined
      ? undefined
      : (kind === "import" ? words.rows : words.things)(formatCount(things, language)),
    step ? words.step(stepText(step)) : undefined,
    starts_at && ends_at
      ? words.period(formatMoment(starts_at, language, zone), formatMoment(ends_at, language, zone))
      : starts_at
        ? words.begins(formatMoment(starts_at, language, zone))
        : undefined,
    fields.length > 0
      ? words.otherFields(fields.map((name) => audit.fields[name] ?? name).join(", "))
      : undefined,
  ].filter((line) => line !== undefined);
  if (lines.length === 0) return null;
  return (
    <ul className="grid max-w-[72ch] gap-1">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
