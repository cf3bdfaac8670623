import { data } from "react-router";
import { LazyHistory } from "#app/admin/audit/lazy-history.tsx";
import { customerWords, useCustomerWords } from "#app/admin/customers/messages/customers.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Pill } from "#app/ui/pill.tsx";
import { readBuyerActivity } from "#shop/customers/buyers/buyer-activity.server.ts";
import { findBuyer } from "#shop/customers/buyers/find-buyer.server.ts";
import { may } from "#shop/kernel/access.ts";
import { whatsappNumber } from "#shop/kernel/phone.ts";
import { listStaffOrders } from "#shop/orders/list-orders.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/customer";
import { BuyerDesigns, BuyerReturns } from "./buyer-activity.tsx";
import { BuyerAddresses, BuyerFacts, BuyerMail } from "./buyer-facts.tsx";
import { BuyerFigures } from "./buyer-figures.tsx";
import { BuyerNotes } from "./buyer-notes.tsx";
import { BuyerOrders } from "./buyer-orders.tsx";
import { BuyerTags } from "./buyer-tags.tsx";
import { answerCustomerForm } from "./customer-action.server.ts";

/** Newest orders that the page shows. */
const shownOrders = 10;

export const meta: Route.MetaFunction = (source) => {
  const words = customerWords(languageOf(source.location.pathname));
  const found = source.loaderData as { buyer?: { name: string } } | undefined;
  return pageMeta(source, { title: found?.buyer?.name || words.title, hidden: true });
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "customers.read");
  const buyer = await findBuyer(staff, params.id);
  if (!buyer) throw data(null, { status: 404 });
  const mayReadOrders = may(staff, "orders.read");
  const [activity, listed] = await Promise.all([
    readBuyerActivity(staff, buyer.id, languageOf(url.pathname)),
    mayReadOrders
      ? listStaffOrders(staff, { ...ofBuyer(buyer.id), sort: "newest", after: null, before: null })
      : null,
  ]);
  return {
    buyer,
    activity,
    orders: listed?.ok ? listed.value.orders.slice(0, shownOrders) : [],
    mayReadOrders,
    mayNote: may(staff, "customers.contact"),
    mayTag: may(staff, "customers.edit"),
    staffId: staff.id,
    // A form that is sent twice stores one note.
    noteId: crypto.randomUUID(),
  };
}

const ofBuyer = (id: string) => ({
  q: "",
  filter: { field: "buyer", operator: "any" as const, values: [id] },
});

export async function action({ params, request, context }: Route.ActionArgs) {
  const staff = staffWith(context, "customers.read");
  return answerCustomerForm(staff, params.id, await readForm(request));
}

/** A buyer's contact, orders, sales figures, returns, designs, consent and notes. */
export default function AdminCustomer({ loaderData }: Route.ComponentProps) {
  const { buyer, activity, orders, mayReadOrders, mayNote, mayTag, staffId, noteId } = loaderData;
  const words = useCustomerWords();
  const to = useLocalPath();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 wrap-anywhere">
      <Link to={to("/admin/Customers")} className="link no-print justify-self-start">
        {words.back}
      </Link>
      <header className="flex flex-wrap items-center gap-3">
        <h1 tabIndex={-1} className="text-2xl">
          {buyer.name || words.unnamed}
        </h1>
        <Pill
          copy={buyer.has_account ? "green" : "white"}
          icon={buyer.has_account ? "circle-check" : "user"}
        >
          {buyer.has_account ? words.account : words.guest}
        </Pill>
        {buyer.is_clear && buyer.phone ? (
          <a
            href={`https://wa.me/${whatsappNumber(buyer.phone)}`}
            target="_blank"
            rel="noreferrer"
            className="no-print inline-flex min-h-11 items-center gap-2 border border-control px-4 font-semibold hover:border-ink"
          >
            <Icon name="message-circle" className="size-4" />
            {words.facts.chat}
          </a>
        ) : null}
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <BuyerFigures buyer={buyer} />
          {mayReadOrders ? <BuyerOrders buyerId={buyer.id} orders={orders} /> : null}
          <BuyerNotes
            notes={buyer.notes}
            newId={noteId}
            mayNote={mayNote}
            mayRetract={(note) => mayTag || note.author_id === staffId}
          />
          <BuyerReturns returns={activity.returns} />
          <BuyerDesigns designs={activity.designs} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <BuyerFacts buyer={buyer} />
          <BuyerTags tags={buyer.tags} mayTag={mayTag} />
          <BuyerAddresses addresses={buyer.addresses} />
          <BuyerMail mail={activity.mail} />
          <LazyHistory key={buyer.id} kind="buyer" id={buyer.id} />
        </div>
      </div>
    </div>
  );
}
