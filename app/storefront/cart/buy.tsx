import { data, useNavigate } from "react-router";
import { useInBrowser } from "#app/browser/browser-facts.ts";
import { useCart } from "#app/browser/cart/cart-store.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { buyWords, useBuyWords } from "#app/storefront/cart/messages/buy.ts";
import { useCartWords } from "#app/storefront/cart/messages/cart.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/domain/picture.tsx";
import { Price } from "#app/ui/domain/price.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { CartLine } from "#shop/orders/cart/cart.ts";
import {
  type OfferedGoods,
  type RefusedGoods,
  readCartLink,
} from "#shop/orders/cart/read-cart-link.server.ts";
import type { Route } from "./+types/buy";

const maxCode = 40;

export const meta: Route.MetaFunction = (source) => {
  const words = buyWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, hidden: true, uncanonical: true });
};

/** Not cached, because prices and stock change at any time. */
export function headers() {
  return { "Cache-Control": "no-store" };
}

/** Changes nothing, because chat programs open links too, e.g. for a preview. */
export async function loader({ url }: Route.LoaderArgs) {
  const link = await readCartLink(url.searchParams.get("items") ?? "", languageOf(url.pathname));
  const code = (url.searchParams.get("code") ?? "").replaceAll("\0", "").trim();
  const toCheckout = url.searchParams.get("to") === "checkout";
  const found = { ...link, code: code.length <= maxCode ? code : "", toCheckout };
  return data(found, { status: link.offered.length > 0 ? 200 : 404 });
}

/** The target of a cart link: shows the goods, and one button puts them into the cart of the device. */
export default function Buy({ loaderData }: Route.ComponentProps) {
  const { offered, refused, code, toCheckout } = loaderData;
  const words = useBuyWords();
  const cart = useCartWords();
  const to = useLocalPath();
  const sum = offered.reduce((all, { unit_price, quantity }) => all + unit_price * quantity, 0);
  if (offered.length === 0) {
    return (
      <div className="page grid max-w-2xl gap-5 py-10">
        <EmptyState
          level="h1"
          title={words.none}
          action={<ButtonLink to={to("/Shop")}>{words.shop}</ButtonLink>}
        >
          {words.noneText}
        </EmptyState>
        <Refused refused={refused} />
      </div>
    );
  }
  return (
    <div className="page grid max-w-2xl gap-5 py-8 md:py-12">
      <div className="sheet sheet-top grid gap-5 px-4 pt-8 pb-8 md:px-10">
        <header className="grid gap-1">
          <h1 tabIndex={-1} className="text-2xl">
            {words.title}
          </h1>
          <p className="max-w-[52ch] text-muted">{words.lead}</p>
        </header>
        <ul className="divide-y divide-rule border-y border-rule">
          {offered.map((goods) => (
            <li key={goods.variant_id}>
              <Offered goods={goods} />
            </li>
          ))}
        </ul>
        <div className="grid gap-1">
          <p className="flex flex-wrap justify-between gap-x-4 text-lg font-semibold">
            <span>{words.sum}</span>
            <span className="money">{formatRupiah(sum)}</span>
          </p>
          <p className="text-sm text-muted">{words.later}</p>
          {code ? <p className="wrap-anywhere">{words.code(code)}</p> : null}
        </div>
        <noscript>
          <Notice tone="warning">{cart.needsScript}</Notice>
        </noscript>
        <Take offered={offered} code={code} next={toCheckout ? "/Checkout" : "/Cart"} />
      </div>
      <Refused refused={refused} />
    </div>
  );
}

function Offered({ goods }: { goods: OfferedGoods }) {
  const { name, options, quantity, asked, unit_price, was_price, picture, product_slug } = goods;
  const words = useBuyWords();
  const cart = useCartWords();
  const to = useLocalPath();
  return (
    <div className="grid grid-cols-[min(4rem,25%)_minmax(0,1fr)] gap-x-4 gap-y-1 py-4 sm:grid-cols-[4rem_minmax(0,1fr)_auto]">
      <div className="row-span-2 self-start border border-rule sm:row-span-1">
        {picture ? (
          <Picture picture={picture} sizes="64px" widest={320} alt="" />
        ) : (
          <div className="aspect-square bg-paper" />
        )}
      </div>
      <div className="min-w-0">
        <h2 className="font-sans text-base font-semibold tracking-normal">
          <Link to={to(`/item/${product_slug}`)} className="hover:text-carbon">
            {name}
          </Link>
        </h2>
        <p className="text-sm text-muted">
          {[options, words.pieces(quantity)].filter(Boolean).join(" · ")}
        </p>
        {quantity > 1 ? (
          <p className="text-sm text-muted">{cart.each(formatRupiah(unit_price))}</p>
        ) : null}
        {asked === null ? null : (
          <p className="text-sm text-stamp">{words.fewer(quantity, asked)}</p>
        )}
      </div>
      <Price
        amount={unit_price * quantity}
        was={was_price ? was_price * quantity : null}
        className="font-semibold sm:flex-col sm:items-end"
      />
    </div>
  );
}

/** The entries of the link that are not offered, each with its reason. */
function Refused({ refused }: { refused: readonly RefusedGoods[] }) {
  const words = useBuyWords();
  const to = useLocalPath();
  if (refused.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h2 className="text-lg">{words.refused}</h2>
      <ul className="grid gap-1">
        {refused.map(({ label, reason, min_pieces, product_slug }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a link may name the same unknown entry twice
          <li key={index} className="wrap-anywhere">
            {product_slug ? (
              <Link className="link" to={to(`/item/${product_slug}`)}>
                {label}
              </Link>
            ) : (
              <span className="figures">{label}</span>
            )}
            <span className="text-muted"> · {words.reasons[reason](min_pieces)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TakeProps {
  offered: readonly OfferedGoods[];
  code: string;
  next: "/Cart" | "/Checkout";
}

/**
 * The buttons. If the cart has other goods, the visitor adds to them or replaces them. If the cart already has all goods of the
 * link, the button only opens it.
 */
function Take({ offered, code, next }: TakeProps) {
  const words = useBuyWords();
  const to = useLocalPath();
  const navigate = useNavigate();
  const inBrowser = useInBrowser();
  const { lines, merge, clear, addCode } = useCart();
  const goods: CartLine[] = offered.map(({ variant_id, quantity }) => ({ variant_id, quantity }));
  const here = inBrowser ? lines : [];
  const hasAll = goods.every(({ variant_id, quantity }) =>
    here.some(
      (line) => !line.design_id && line.variant_id === variant_id && line.quantity >= quantity,
    ),
  );
  const take = (how: "open" | "add" | "replace") => {
    if (how === "replace") clear();
    if (how !== "open") merge(goods);
    if (code) addCode(code);
    void navigate(to(next), { replace: true });
  };
  if (here.length > 0 && hasAll) {
    return (
      <div className="grid justify-items-start gap-3">
        <p>{words.already}</p>
        <Button icon="shopping-basket" onClick={() => take("open")}>
          {words.open}
        </Button>
      </div>
    );
  }
  if (here.length > 0) {
    return (
      <div className="grid gap-3">
        <p>{words.others}</p>
        <div className="flex flex-wrap gap-2">
          <Button icon="shopping-basket" onClick={() => take("add")}>
            {words.addToOthers}
          </Button>
          <Button look="quiet" onClick={() => take("replace")}>
            {words.replace}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <Button icon="shopping-basket" className="justify-self-start" onClick={() => take("add")}>
      {words.add}
    </Button>
  );
}
