import { useState } from "react";
import { cartLinkWords, useCartLinkWords } from "#app/admin/orders/cart-link/messages/cart-link.ts";
import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Combobox } from "#app/ui/combobox.tsx";
import { CopyButton } from "#app/ui/domain/copy-button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Stepper } from "#app/ui/stepper.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { config } from "#base/config.server.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { maxPieces } from "#shop/orders/cart/cart.ts";
import { cartLinkQuery, maxLinkedGoods } from "#shop/orders/cart/cart-link.ts";
import type { DraftVariant } from "#shop/orders/drafts/draft-choice.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/cart-link";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: cartLinkWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export function loader({ context }: Route.LoaderArgs) {
  staffWith(context, "orders.draft");
  return { publicUrl: config().publicUrl };
}

interface Chosen {
  readonly variant: DraftVariant;
  readonly quantity: number;
}

/** Builds a link, e.g. for a chat, that offers goods for the buyer's cart. Nothing is stored. */
export default function CartLinkPage({ loaderData: { publicUrl } }: Route.ComponentProps) {
  const words = useCartLinkWords();
  const drafts = useDraftWords();
  const to = useLocalPath();
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [code, setCode] = useState("");
  const [toCheckout, setToCheckout] = useState(false);
  const isFull = chosen.length >= maxLinkedGoods;
  const goods = chosen.map(({ variant, quantity }) => ({ sku: variant.sku, quantity }));
  const link = `${publicUrl}${to("/Buy")}?${cartLinkQuery(goods, code, toCheckout)}`;
  const add = (variant: DraftVariant) =>
    setChosen((all) => {
      const known = all.some((other) => other.variant.id === variant.id);
      if (!known && all.length >= maxLinkedGoods) return all;
      return known
        ? all.map((other) =>
            other.variant.id === variant.id
              ? { ...other, quantity: Math.min(other.quantity + 1, maxPieces) }
              : other,
          )
        : [...all, { variant, quantity: 1 }];
    });
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to("/admin/Orders/Drafts")} className="link justify-self-start">
        {drafts.title}
      </Link>
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <p className="max-w-[60ch] text-muted">{words.lead}</p>
      </header>
      <Combobox<DraftVariant>
        label={drafts.findVariant}
        error={isFull ? words.full(maxLinkedGoods) : undefined}
        maxLength={100}
        minLetters={2}
        address={to("/admin/Orders/Drafts/Choices")}
        idOf={({ id }) => id}
        words={drafts}
        onChoose={add}
      >
        {(hit) => (
          <>
            <span>{labelOf(hit)}</span>
            <span className="figures text-xs">
              {hit.sku} · {formatRupiah(hit.price)} · {drafts.stock(hit.available)}
            </span>
          </>
        )}
      </Combobox>
      {chosen.length === 0 ? <p className="text-muted">{words.none}</p> : null}
      <ol className="grid gap-3 empty:hidden">
        {chosen.map(({ variant, quantity }) => (
          <li
            key={variant.id}
            className="flex flex-wrap items-center justify-between gap-3 border border-rule p-3"
          >
            <span className="min-w-0 grow basis-48">
              <span className="font-semibold wrap-anywhere">{labelOf(variant)}</span>
              <span className="figures block text-sm text-muted wrap-anywhere">
                {variant.sku} · {formatRupiah(variant.price)}
              </span>
              {variant.available === 0 ? (
                <span className="block text-sm text-stamp">{words.soldOut}</span>
              ) : null}
            </span>
            <span className="flex flex-wrap items-center gap-2">
              <Stepper
                value={quantity}
                label={drafts.quantityOf(labelOf(variant))}
                onChange={(pieces) =>
                  setChosen((all) =>
                    all.map((other) =>
                      other.variant.id === variant.id ? { ...other, quantity: pieces } : other,
                    ),
                  )
                }
              />
              <IconButton
                icon="x"
                label={drafts.remove(labelOf(variant))}
                onClick={() =>
                  setChosen((all) => all.filter((other) => other.variant.id !== variant.id))
                }
              />
            </span>
          </li>
        ))}
      </ol>
      <Field label={words.code} hint={words.codeHint}>
        {(parts) => (
          <TextInput
            {...parts}
            className="figures max-w-56"
            maxLength={40}
            autoComplete="off"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <Checkbox
        label={words.toCheckout}
        checked={toCheckout}
        onChange={(event) => setToCheckout(event.target.checked)}
      />
      {chosen.length > 0 ? (
        <section className="grid gap-3 border border-rule p-4">
          <h2 className="text-lg">{words.link}</h2>
          <p className="text-sm wrap-anywhere">{link}</p>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <CopyButton text={link} label={words.copy} copied={words.copied} />
            <a className="link py-2" href={link} target="_blank" rel="noreferrer">
              {words.open}
            </a>
          </div>
        </section>
      ) : null}
    </div>
  );
}

function labelOf({ name, options }: DraftVariant): string {
  return options ? `${name}, ${options}` : name;
}
