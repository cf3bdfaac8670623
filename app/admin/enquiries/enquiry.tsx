import { data } from "react-router";
import { enquiryWords, useEnquiryWords } from "#app/admin/enquiries/messages/enquiries.ts";
import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Link } from "#app/ui/link.tsx";
import type { EnquiryDetail } from "#shop/customers/enquiries/enquiry.ts";
import { findEnquiry } from "#shop/customers/enquiries/read-enquiries.server.ts";
import { formatPhone } from "#shop/kernel/phone.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/enquiry";
import { AnswerForm } from "./answer-form.tsx";
import { answerEnquiryForm } from "./enquiry-action.server.ts";
import { EnquiryPill } from "./enquiry-pill.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = enquiryWords(languageOf(source.location.pathname));
  const found = source.loaderData as { enquiry?: { number: number } } | undefined;
  return pageMeta(source, { title: words.heading(found?.enquiry?.number ?? 0), hidden: true });
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const enquiry = await findEnquiry(staffWith(context, "enquiries.read"), params.id);
  if (!enquiry) throw data(null, { status: 404 });
  return { enquiry };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  return answerEnquiryForm(
    staffWith(context, "enquiries.read"),
    params.id,
    await readForm(request),
  );
}

/** One message with its answers and a form for the next one. */
export default function AdminEnquiry({ loaderData: { enquiry } }: Route.ComponentProps) {
  const words = useEnquiryWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 wrap-anywhere">
      <Link to={to("/admin/Enquiries")} className="link no-print justify-self-start">
        {words.back}
      </Link>
      <header className="flex flex-wrap items-center gap-3">
        <h1 tabIndex={-1} className="text-2xl">
          {words.heading(enquiry.number)}
        </h1>
        <EnquiryPill status={enquiry.status} />
        <span className="text-muted">{formatMoment(enquiry.created_at, language, zone)}</span>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <section className="border border-rule p-4">
            <h2 className="text-lg">{words.topics[enquiry.topic]}</h2>
            <p className="mt-2 max-w-[72ch] text-base whitespace-pre-wrap">{enquiry.message}</p>
          </section>
          {enquiry.answers.length > 0 ? (
            <section className="grid gap-3">
              <h2 className="text-lg">{words.answers}</h2>
              {enquiry.answers.map((answer) => (
                <article key={answer.id} className="border-l-4 border-green bg-paper p-4">
                  <p className="text-muted">
                    {answer.author} · {formatMoment(answer.created_at, language, zone)}
                  </p>
                  <p className="mt-2 max-w-[72ch] text-base whitespace-pre-wrap">{answer.text}</p>
                </article>
              ))}
            </section>
          ) : null}
          <AnswerForm key={enquiry.id} enquiry={enquiry} />
        </div>
        <Sender enquiry={enquiry} />
      </div>
    </div>
  );
}

function Sender({ enquiry }: { enquiry: EnquiryDetail }) {
  const words = useEnquiryWords();
  const to = useLocalPath();
  return (
    <aside className="grid gap-3 border border-rule p-4">
      <h2 className="text-lg">{words.sender}</h2>
      <p className="font-semibold">{enquiry.name}</p>
      <a className="link break-all" href={`mailto:${enquiry.email}`}>
        {enquiry.email}
      </a>
      {enquiry.phone ? (
        <a className="link figures" href={`https://wa.me/${enquiry.phone.slice(1)}`}>
          {formatPhone(enquiry.phone)}
        </a>
      ) : null}
      {enquiry.order_number ? (
        <div className="grid gap-1 border-t border-rule pt-3">
          <h3 className="printed font-sans">{words.orderNumber}</h3>
          {enquiry.order_id ? (
            <PermittedLink
              permission="orders.read"
              to={to(`/admin/Orders/${enquiry.order_id}`)}
              className="link figures"
            >
              {enquiry.order_number}
            </PermittedLink>
          ) : (
            <p className="figures">{enquiry.order_number}</p>
          )}
          <p className="text-muted">
            {enquiry.order_id ? words.orderUnconfirmed : words.orderUnknown}
          </p>
        </div>
      ) : null}
    </aside>
  );
}
