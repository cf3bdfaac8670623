import { useLocalPath } from "#app/language.ts";
import { useHomeWords } from "#app/messages/shared/home.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/domain/picture.tsx";
import { Price } from "#app/ui/domain/price.tsx";
import { Link } from "#app/ui/link.tsx";
import type { ProductCard } from "#shop/catalogue/catalogue.ts";

/** Products in the hero. */
export const heroCount = 3;

/** The opening: a title, and the three best-selling products as lines of a receipt. */
export function Hero({
  products,
  takesNames,
  promise,
  lead,
}: {
  products: readonly ProductCard[];
  /** Some goods can be personalised. */
  takesNames: boolean;
  promise: string;
  lead: string;
}) {
  const home = useHomeWords();
  const to = useLocalPath();
  return (
    <section className="page grid items-center gap-8 pt-8 pb-10 md:pt-12 md:pb-16 lg:grid-cols-[5fr_6fr] lg:gap-16">
      <div>
        <h1 className="text-3xl leading-none font-extrabold tracking-tight text-balance sm:text-4xl">
          {promise}
        </h1>
        <p className="mt-4 max-w-[46ch] text-muted md:text-lg">{lead}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to={to("/Shop")} icon="arrow-right">
            {home.all}
          </ButtonLink>
          {takesNames ? (
            <ButtonLink to={to("/Shop?personalisable=1")} look="quiet">
              {home.personalise}
            </ButtonLink>
          ) : null}
        </div>
      </div>
      <SampleReceipt products={products.slice(0, heroCount)} />
    </section>
  );
}

/** The welcome of a shop that has no product yet. */
export function EmptyHero({ promise }: { promise: string }) {
  const home = useHomeWords();
  const to = useLocalPath();
  return (
    <section className="page pt-8 pb-10 md:pt-12 md:pb-16">
      <h1 className="text-3xl leading-none font-extrabold tracking-tight text-balance sm:text-4xl">
        {promise}
      </h1>
      <p className="mt-4 max-w-[46ch] text-muted md:text-lg">{home.noProducts}</p>
      <div className="mt-6">
        <ButtonLink to={to("/Contact")} icon="arrow-right">
          {home.contact}
        </ButtonLink>
      </div>
    </section>
  );
}

function SampleReceipt({ products }: { products: readonly ProductCard[] }) {
  const home = useHomeWords();
  const to = useLocalPath();
  const [first, ...others] = products;
  if (!first?.pictures[0]) return null;
  return (
    <div className="copies @container mr-3 mb-3">
      <p className="border border-b-0 border-rule bg-card px-3 py-2 text-sm font-semibold">
        {home.sample}
      </p>
      <div className="grid grid-cols-[2fr_1fr] @max-[14rem]:grid-cols-1 gap-px border border-rule bg-rule">
        <HeroLine product={first} to={to(`/item/${first.slug}`)} eager />
        <div className="grid gap-px">
          {others.map((product) => (
            <HeroLine key={product.id} product={product} to={to(`/item/${product.slug}`)} />
          ))}
        </div>
      </div>
    </div>
  );
}

function HeroLine({ product, to, eager }: { product: ProductCard; to: string; eager?: boolean }) {
  const picture = product.pictures[eager ? 1 : 0] ?? product.pictures[0];
  const sizes = eager ? "(width >= 64rem) 32rem, 75vw" : "(width >= 64rem) 13rem, 33vw";
  return (
    <Link to={to} className="group relative flex flex-col bg-card focus-visible:z-10">
      {picture ? (
        <Picture
          picture={picture}
          sizes={sizes}
          eager={eager}
          alt=""
          className={eager ? "min-h-0 grow basis-0 @max-[14rem]:basis-auto" : ""}
        />
      ) : null}
      <span
        className={`flex justify-between gap-x-3 border-t border-rule px-3 py-2 ${eager ? "items-baseline " : "grow flex-col"}`}
      >
        <span
          className={`leading-snug group-hover:text-carbon ${eager ? "font-semibold" : "text-sm max-md:line-clamp-2 max-md:text-xs"}`}
        >
          {product.name}
        </span>
        <Price
          amount={product.price_from}
          was={product.was_price}
          from={product.print_required || product.price_to > product.price_from}
          isPrinted={product.print_required}
          className={`font-semibold ${eager ? "text-sm" : "text-xs"}`}
        />
      </span>
    </Link>
  );
}
