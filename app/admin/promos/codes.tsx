import { useEffect, useState } from "react";
import { data, useRevalidator } from "react-router";
import * as v from "valibot";
import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import { promoWords, usePromoWords } from "#app/admin/promos/messages/promos.ts";
import { formProblems } from "#app/form-problems.server.ts";
import { languageOf, useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { batchChangeSchema, batchInputSchema, type PromoBatch } from "#shop/promotions/batch.ts";
import { changeBatch, createBatch, listBatches } from "#shop/promotions/batches.server.ts";
import { findPromotion } from "#shop/promotions/editor/find-promotion.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/codes";
import { BatchForm } from "./batch-form.tsx";
import { BatchRow } from "./batch-row.tsx";
import { readInput } from "./promotion-action.server.ts";
import { PromotionHeader } from "./promotion-header.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: promoWords(languageOf(source.location.pathname)).tabs.codes,
    hidden: true,
  });

export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "promos.read");
  const [promotion, batches, keys] = await Promise.all([
    findPromotion(staff, params.id),
    listBatches(staff, params.id),
    readSignInKeys(staff),
  ]);
  if (!promotion) throw data(null, { status: 404 });
  return { promotion, batches, keys, mayMake: may(staff, "promos.bulk") };
}

export interface BatchAnswer {
  readonly done?: "create" | "change";
  /** The batch that was made. */
  readonly of?: string;
  readonly problem?: string;
  readonly problems?: Readonly<Record<string, string>>;
}

export async function action({ params, request, context }: Route.ActionArgs): Promise<BatchAnswer> {
  const staff = staffWith(context, "promos.read");
  const form = await readForm(request);
  const input = { ...(readInput(form) as object | undefined) };
  return form.get("intent") === "create" ? create(staff, params.id, input) : change(staff, input);
}

async function create(staff: Person, promotion_id: string, input: object): Promise<BatchAnswer> {
  const parsed = v.safeParse(batchInputSchema, { ...input, promotion_id });
  if (!parsed.success) return { problem: "invalid", problems: formProblems(parsed.issues) };
  const made = await createBatch(staff, parsed.output);
  return made.ok ? { done: "create", of: made.value.id } : { problem: made.problem };
}

async function change(staff: Person, input: object): Promise<BatchAnswer> {
  const parsed = v.safeParse(batchChangeSchema, input);
  if (!parsed.success) return { problem: "invalid", problems: formProblems(parsed.issues) };
  const changed = await changeBatch(staff, parsed.output);
  return changed.ok ? { done: "change" } : { problem: changed.problem };
}

/** Time between two looks at a batch that is being made. */
const pollMs = 2_000;

/** Batches of single-use codes: order them, follow them, hand them out, revoke them. */
export default function AdminPromoCodes({ loaderData }: Route.ComponentProps) {
  const { promotion, batches, keys, mayMake } = loaderData;
  const words = usePromoWords();
  const language = useLanguage();
  const zone = useShopZone();
  const { fetcher, proof, answer } = useProvenFetcher<BatchAnswer>(keys);
  const [revoking, setRevoking] = useState<PromoBatch | null>(null);
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : answer;
  const isMaking = batches.some(({ state }) => state === "queued" || state === "running");
  const { revalidate, state: reading } = useRevalidator();
  useEffect(() => {
    if (!isMaking || reading !== "idle") return;
    const timer = setTimeout(() => void revalidate(), pollMs);
    return () => clearTimeout(timer);
  }, [isMaking, reading, revalidate]);
  const send = (intent: "create" | "change", input: object) =>
    void fetcher.submit({ intent, input: JSON.stringify(input) }, { method: "post" });
  const problem = reply?.problem;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PromotionHeader
        id={promotion.id}
        name={promotion.fields.name}
        state={promotion.state}
        page="codes"
      />
      <div aria-live="polite" className="empty:hidden">
        {problem ? (
          <Notice tone="error">{wordsFor(words.bulk.problems, problem, "invalid_input")}</Notice>
        ) : reply?.done === "create" ? (
          <Notice tone="success">{words.bulk.ordered}</Notice>
        ) : null}
      </div>
      {promotion.fields.automatic ? (
        <Notice>{words.bulk.automatic}</Notice>
      ) : mayMake ? (
        <BatchForm
          key={reply?.done === "create" ? reply.of : "next"}
          busy={busy}
          problems={reply?.problems ?? {}}
          onSubmit={(input) => send("create", input)}
        />
      ) : null}
      {batches.length === 0 ? (
        <EmptyState title={words.bulk.empty}>{words.bulk.emptyText}</EmptyState>
      ) : (
        <ul className="grid border-t border-ink">
          {batches.map((batch) => (
            <BatchRow
              key={batch.id}
              promotionId={promotion.id}
              batch={batch}
              busy={busy}
              mayChange={mayMake}
              onChange={(change) => send("change", { id: batch.id, ...change })}
              onRevoke={() => setRevoking(batch)}
            />
          ))}
        </ul>
      )}
      <Dialog
        place="small"
        open={revoking !== null}
        onClose={() => setRevoking(null)}
        title={words.bulk.revokeTitle}
        footer={
          <div className="flex flex-wrap justify-end gap-2">
            <Button look="quiet" onClick={() => setRevoking(null)}>
              {words.confirm.cancel}
            </Button>
            <Button
              look="danger"
              onClick={() => {
                if (revoking) send("change", { id: revoking.id, act: "revoke" });
                setRevoking(null);
              }}
            >
              {words.bulk.acts.revoke}
            </Button>
          </div>
        }
      >
        <p>
          {revoking ? words.bulk.revokeText(formatMoment(revoking.created_at, language, zone)) : ""}
        </p>
      </Dialog>
      {proof}
    </div>
  );
}
