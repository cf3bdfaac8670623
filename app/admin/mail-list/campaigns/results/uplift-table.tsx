import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { useLanguage } from "#app/language.ts";
import { formatCount } from "#base/format-count.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { Uplift, UpliftGroup } from "#shop/mailing/campaigns/results/read-uplift.server.ts";

/** What the recipients bought beside those who got nothing. */
export function UpliftTable({ uplift }: { uplift: Uplift }) {
  const { uplift: words } = useCampaignWords();
  const language = useLanguage();
  const perPerson = ({ revenue, people }: UpliftGroup) =>
    formatRupiah(people > 0 ? Math.round(revenue / people) : 0);
  const rows = [
    { label: words.mailed, group: uplift.mailed },
    { label: words.heldOut, group: uplift.held_out },
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">{words.title}</h3>
      <div className="overflow-x-auto">
        <table className="w-full">
          <thead className="border-b border-ink">
            <tr>
              <th className="printed py-1.5 text-left font-semibold">{words.group}</th>
              {[words.people, words.buyers, words.perPerson].map((head) => (
                <th key={head} className="printed py-1.5 pl-3 text-right font-semibold">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, group }) => (
              <tr key={label} className="border-b border-rule">
                <td className="py-1.5">{label}</td>
                <td className="figures py-1.5 pl-3 text-right">
                  {formatCount(group.people, language)}
                </td>
                <td className="figures py-1.5 pl-3 text-right">
                  {formatCount(group.buyers, language)}
                </td>
                <td className="figures py-1.5 pl-3 text-right whitespace-nowrap">
                  {perPerson(group)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="max-w-[65ch]">
        {uplift.larger === undefined ? words.chance : words.larger[uplift.larger]}
      </p>
      <p className="max-w-[65ch] text-sm text-muted">{words.hint}</p>
    </div>
  );
}
