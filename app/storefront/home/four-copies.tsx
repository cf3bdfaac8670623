import { useHomeWords } from "#app/messages/storefront/home.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { HomeTexts } from "#shop/merchant/home-texts.server.ts";

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
    <section className="page py-10 md:py-14">
      <div className="grid gap-6 lg:grid-cols-[1fr_3fr] lg:gap-12">
        <div>
          <h2 className="text-2xl">{home.copies.title}</h2>
          <p className="mt-3 max-w-[46ch] text-muted">{home.copies.lead}</p>
        </div>
        <ol className="grid sm:grid-cols-2 xl:grid-cols-4">
          {copies.map(({ name, icon, sheet }) => (
            <li key={name} className={`sheet sheet-top ${sheet}`}>
              <div className="flex h-full flex-col gap-2 px-5 pt-6 pb-5">
                <Icon name={icon} className="size-6" />
                <p className="mt-2 text-sm">{home.copies[name].name}</p>
                <h3 className="text-lg">{home.copies[name].title}</h3>
                <p className="text-sm">{own[name] ?? home.copies[name].text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
