import { data, redirect, useFetcher } from "react-router";
import { saleWords, useSaleWords } from "#app/admin/sales/messages/sales.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatLocalMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { localPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { readEditorChoices } from "#shop/catalogue/products/find-product.server.ts";
import {
  findSale,
  previewSale,
  readShopTimeZone,
} from "#shop/catalogue/sales/read-sales.server.ts";
import { may } from "#shop/kernel/access.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { waitingAbout } from "#shop/staff/approvals/list-approvals.server.ts";
import { WaitingApprovals } from "../approvals/waiting-approvals.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/sale";
import { Preview } from "./preview.tsx";
import { answerSale, type SaleAnswer } from "./sale-action.server.ts";
import { SaleForm } from "./sale-form.tsx";
import { SalePill } from "./sale-pill.tsx";

export const meta: Route.MetaFunction = (source) => {
  const found = source.loaderData as { sale?: { name: string } | null } | undefined;
  const words = saleWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: found?.sale?.name ?? words.add, hidden: true });
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const isNew = params.id === "New";
  const staff = staffWith(context, isNew ? "prices.edit" : "products.read");
  const sale = isNew ? null : await findSale(staff, params.id);
  if (sale === undefined) throw data(null, { status: 404 });
  const [timeZone, { categories }, preview] = await Promise.all([
    readShopTimeZone(),
    readEditorChoices(),
    sale ? previewSale(staff, sale.id, languageOf(url.pathname)) : null,
  ]);
  return {
    waiting: sale ? await waitingAbout(staff, sale.id) : [],
    sale,
    preview,
    timeZone,
    categories,
    mayEdit: may(staff, "prices.edit"),
    newId: crypto.randomUUID(),
  };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const staff = staffWith(context, "prices.edit");
  const isNew = params.id === "New";
  if (!isNew && !isUuid(params.id)) throw data(null, { status: 404 });
  const answer = await answerSale(staff, isNew ? null : params.id, await readForm(request));
  if (!isNew || !answer.id) return answer;
  throw redirect(localPath(languageOf(url.pathname), `/admin/Sales/${answer.id}`));
}

/** A sale: its draft as a form, its prices, and when it runs. */
export default function AdminSale({ loaderData }: Route.ComponentProps) {
  const language = useLanguage();
  const zone = useShopZone();
  const { sale, preview, mayEdit, waiting } = loaderData;
  const words = useSaleWords();
  const to = useLocalPath();
  const isDraft = sale === null || sale.status === "draft";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to("/admin/Sales")} className="link justify-self-start">
        {words.back}
      </Link>
      <header className="flex flex-wrap items-center gap-4">
        <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
          {sale?.name ?? words.add}
        </h1>
        {sale ? <SalePill status={sale.status} /> : null}
      </header>
      <WaitingApprovals approvals={waiting} />
      {isDraft && mayEdit ? (
        <SaleForm key={sale?.version ?? "new"} {...loaderData} />
      ) : sale ? (
        <p className="figures text-lg">
          {words.cuts[sale.kind](
            sale.kind === "percent" ? String(sale.value) : formatRupiah(sale.value),
          )}
          {" · "}
          {formatLocalMoment(sale.starts_at, language, zone)} –{" "}
          {formatLocalMoment(sale.ends_at, language, zone)}
        </p>
      ) : null}
      {sale && mayEdit ? <Steps status={sale.status} /> : null}
      {preview ? <Preview preview={preview} isDraft={isDraft} /> : null}
    </div>
  );
}

function Steps({
  status,
}: {
  status: NonNullable<Route.ComponentProps["loaderData"]["sale"]>["status"];
}) {
  const words = useSaleWords();
  const fetcher = useFetcher<SaleAnswer>();
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const step = (
    {
      draft: { intent: "schedule", label: words.schedule, text: words.scheduleText },
      upcoming: { intent: "withdraw", label: words.withdraw, text: "" },
      running: { intent: "end", label: words.end, text: words.endText },
      over: null,
      ended: null,
    } as const
  )[status];
  if (!step) return null;
  return (
    <fetcher.Form method="post" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <Button
          type="submit"
          name="intent"
          value={step.intent}
          look={step.intent === "schedule" ? "primary" : "danger"}
          busy={busy}
        >
          {step.label}
        </Button>
        <span className="text-muted">{step.text}</span>
      </div>
      {reply?.problem ? (
        <Notice tone={reply.problem === "waits_for_approval" ? "info" : "error"}>
          {wordsFor(words.problems, reply.problem, "invalid_input")} {reply.detail}
        </Notice>
      ) : null}
    </fetcher.Form>
  );
}
