import { useHomeWords } from "#app/messages/shared/home.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { HomeTexts } from "#shop/settings/merchant/home-texts.server.ts";

const copies: readonly {
  name: "white" | "yellow" | "pink" | "green";
  icon: IconName;
  sheet: string;
}[] = [
  { name: "white", icon: "receipt-text", sheet: "" },
  { name: "yellow", icon: "clock", sheet: "[--sheet:var(--yellow)] text-yellow-ink" },
  { name: "pink", icon: "truck", sheet: "[--sheet:var(--pink)] text-pink-ink" },
  { name: "green", icon: "package-check", sheet: "[--sheet:var(--green)] text-green-ink" },
];

/** The steps of an order, in the colours of the order pages. */
export function FourCopies({ texts }: { texts: HomeTexts }) {
  const home = useHomeWords();
  const own: Readonly<Record<string, string | undefined>> = { pink: texts.sent, green: texts.done };
  return (
    <section className="page pb-10 md:pb-14">
      <h2 className="mb-3 text-xl">{home.copies.title}</h2>
      <ol className="two-up grid lg:grid-cols-4">
        {copies.map(({ name, icon, sheet }) => (
          <li key={name} className={`sheet sheet-top ${sheet}`}>
            <div className="flex h-full gap-3 px-4 pt-4 pb-3 text-sm max-sm:flex-col max-sm:gap-1">
              <Icon name={icon} className="mt-0.5 size-4" />
              <div>
                <h3 className="font-sans text-sm font-semibold tracking-normal">
                  {home.copies[name].title}
                </h3>
                <p className="text-xs">{own[name] ?? home.copies[name].text}</p>
              </div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
