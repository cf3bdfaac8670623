import { data } from "react-router";
import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import { approvalProblem, useRefundApprovalWords } from "#app/admin/messages/refund-approval.ts";
import { useLiveTopic } from "#app/browser/session/use-live-topic.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { returnWords, useReturnWords } from "#app/messages/shared/returns.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { ReturnPill } from "#app/ui/domain/order/return-pill.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { dateNow } from "#base/clock.ts";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { refundChannels } from "#shop/orders/payments/request-refund.server.ts";
import {
  listRefundRequests,
  readRefundTerms,
} from "#shop/orders/payments/review/list-refund-requests.server.ts";
import { findSupplementShares } from "#shop/orders/refunds/find-supplement-shares.server.ts";
import { promisedShipping } from "#shop/orders/returns/promised-shipping.ts";
import { findReturn } from "#shop/orders/returns/read-returns.server.ts";
import type { ReturnDetail } from "#shop/orders/returns/return.ts";
import { evidenceOf } from "#shop/orders/returns/return-evidence.ts";
import { readReturnTerms } from "#shop/orders/returns/return-terms.server.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import { WaitingRequests } from "../refund-approvals/waiting-requests.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/return";
import { Evidence } from "./evidence.tsx";
import { NextStep } from "./next-step.tsx";
import { answerReturn, type ReturnAnswer } from "./return-action.server.ts";

export const meta: Route.MetaFunction = (source) => {
  const words = returnWords(languageOf(source.location.pathname));
  const found = source.loaderData as { request?: { number: string } } | undefined;
  return pageMeta(source, {
    title: `${words.list.title} ${found?.request?.number ?? ""}`,
    hidden: true,
  });
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = staffWith(context, "returns.read");
  const request = await findReturn(actor, params.id);
  if (!request) throw data(null, { status: 404 });
  const [terms, requests, keys, order, supplements, rules, { timeZone }] = await Promise.all([
    readRefundTerms(actor),
    listRefundRequests(actor, request.order_id),
    readSignInKeys(actor),
    findOrder(actor, request.order_id),
    findSupplementShares(actor, request.order_id),
    readReturnTerms(),
    findMerchant(),
  ]);
  if (!order) throw new Error("a return has no order");
  const settings = { ...rules, zone: timeZone };
  const evidence = evidenceOf(request, order, supplements.lines, settings, dateNow());
  const shipping = promisedShipping(request, order);
  const channels = refundChannels(order.payment?.method ?? "");
  const shares = supplements.lines;
  const money = {
    refundable: order.refundable + supplements.held,
    payment_fee: order.payment_fee,
  };
  return { request, terms, channels, requests, keys, evidence, shipping, shares, money };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  return answerReturn(staffWith(context, "returns.read"), params.id, await readForm(request));
}

/** One return or claim: its lines, reason and next step for staff. */
export default function AdminReturn({
  loaderData: { request, terms, channels, requests, keys, evidence, shipping, shares, money },
}: Route.ComponentProps) {
  const { list, kinds, problems } = useReturnWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  useLiveTopic(`order:${request.order_id}`, { isAutomatic: true });
  const { fetcher, proof, answer } = useProvenFetcher<ReturnAnswer>(keys);
  const approval = useRefundApprovalWords();
  const problem = answer?.problem;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 wrap-anywhere">
      <Link to={to("/admin/Returns")} className="link no-print justify-self-start">
        {list.back}
      </Link>
      <header className="flex flex-wrap items-center gap-3">
        <h1 tabIndex={-1} className="figures text-2xl">
          {request.number}
        </h1>
        <span>{kinds[request.kind]}</span>
        <ReturnPill status={request.status} />
        <span className="text-muted">{formatMoment(request.created_at, language, zone)}</span>
      </header>
      {problem ? (
        <Notice tone="error">
          {approvalProblem(approval, problem) ??
            problems[problem as keyof typeof problems] ??
            problems.unexpected}
        </Notice>
      ) : null}
      {answer?.asked && fetcher.state === "idle" ? <Notice>{approval.asked}</Notice> : null}
      <WaitingRequests requests={requests} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Goods request={request} />
          <NextStep
            key={request.status}
            request={request}
            fetcher={fetcher}
            terms={terms}
            channels={channels}
            shipping={shipping}
            money={money}
            shares={shares}
          />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Evidence request={request} found={evidence} />
          <Facts request={request} />
        </div>
      </div>
      {proof}
    </div>
  );
}

function Goods({ request }: { request: ReturnDetail }) {
  const { staff: words, reasons, ask } = useReturnWords();
  return (
    <section className="grid gap-3 border border-rule p-4">
      <h2 className="text-lg">{words.goods}</h2>
      <ul className="grid gap-2">
        {request.lines.map((line) => (
          <li key={line.order_line_id} className="flex flex-wrap justify-between gap-x-4">
            <span>
              <b>{line.name}</b> <span className="text-muted">{line.options}</span>
            </span>
            <span className="tabular-nums">
              {words.pieces(line.quantity)}
              {line.resellable === null ? null : (
                <span className="block text-muted">
                  {words.counted(line.resellable, line.damaged ?? 0)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="font-semibold">{reasons[request.reason]}</p>
      {request.note ? (
        <>
          <h3 className="printed font-sans">{words.wrote}</h3>
          <p className="max-w-[72ch] text-base whitespace-pre-wrap">{request.note}</p>
        </>
      ) : null}
      {request.wish ? (
        <p>
          {words.wish}: <b>{ask.wishes[request.wish]}</b>
        </p>
      ) : null}
    </section>
  );
}

function Facts({ request }: { request: ReturnDetail }) {
  const { staff: words } = useReturnWords();
  const to = useLocalPath();
  return (
    <aside className="grid gap-3 border border-rule p-4">
      <h2 className="text-lg">{words.order}</h2>
      <PermittedLink
        permission="orders.read"
        to={to(`/admin/Orders/${request.order_id}`)}
        className="link figures py-0.5"
      >
        {request.order_number}
      </PermittedLink>
      <h2 className="text-lg">{words.customer}</h2>
      <p className="break-words">
        <b>{request.customer_name}</b>
        <a href={`mailto:${request.email}`} className="link block py-0.5">
          {request.email}
        </a>
        <a href={`tel:${request.phone}`} className="figures block py-0.5">
          {request.phone}
        </a>
      </p>
      {request.resolution ? (
        <p>
          {words.resolved}: <b>{words.resolutions[request.resolution]}</b>
        </p>
      ) : null}
      {request.courier || request.tracking_number ? (
        <p>
          {words.shipment}:{" "}
          <span className="figures">
            {[request.courier, request.tracking_number].filter(Boolean).join(" · ")}
          </span>
        </p>
      ) : null}
      {request.answer ? (
        <p className="border-l-4 border-green pl-3 whitespace-pre-wrap">{request.answer}</p>
      ) : null}
    </aside>
  );
}
