import { useState } from "react";
import { type FetcherWithComponents, useRevalidator } from "react-router";
import type { OrderAnswer } from "#app/account/order-action.server.ts";
import { shrinkPhoto } from "#app/browser/shrink-photo.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { useReturnWords } from "#app/messages/shared/returns.ts";
import { Button } from "#app/ui/button.tsx";
import { ApprovedProof } from "#app/ui/domain/design/approved-proof.tsx";
import { ReturnPhotos } from "#app/ui/domain/order/return-photos.tsx";
import { ReturnPill } from "#app/ui/domain/order/return-pill.tsx";
import { Field } from "#app/ui/field.tsx";
import { FileInput } from "#app/ui/file-input.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { ReturnDetail } from "#shop/orders/returns/return.ts";
import { maxPhotos, photoTypes, sendReturnPhoto } from "./return-photo.ts";

interface OwnReturnsProps {
  returns: readonly ReturnDetail[];
  ask: FetcherWithComponents<OrderAnswer>;
}

/** The returns and claims of an order, and the buyer's next step. */
export function OwnReturns({ returns, ask }: OwnReturnsProps) {
  const { own: words } = useReturnWords();
  if (returns.length === 0) return null;
  return (
    <section className="grid gap-4 border border-rule bg-card p-5">
      <h2 className="text-lg">{words.title}</h2>
      <ul className="grid gap-6">
        {returns.map((request) => (
          <li key={request.id} className="grid gap-3 border-rule not-first:border-t not-first:pt-6">
            <OwnReturn request={request} ask={ask} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OwnReturn({
  request,
  ask,
}: {
  request: ReturnDetail;
  ask: FetcherWithComponents<OrderAnswer>;
}) {
  const { own: words, kinds, reasons } = useReturnWords();
  const { shipments } = useOrderWords();
  const language = useLanguage();
  const zone = useShopZone();
  const isOpen = request.status === "requested";
  const maySend = request.kind === "return" && request.status === "approved";
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <b className="figures">{request.number}</b>
        <ReturnPill status={request.status} />
      </p>
      <p className="text-sm text-muted">
        {kinds[request.kind]} · {reasons[request.reason]} ·{" "}
        {formatMoment(request.created_at, language, zone)}
      </p>
      <ul className="text-sm">
        {request.lines.map((line) => (
          <li key={line.order_line_id}>{shipments.pieces(line.quantity, line.name)}</li>
        ))}
      </ul>
      {request.answer ? (
        <div className="border-l-4 border-green bg-paper p-3 text-sm">
          <p className="font-semibold">{words.answer}</p>
          <p className="whitespace-pre-wrap">{request.answer}</p>
        </div>
      ) : null}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {request.lines.map(({ order_line_id, proof }) =>
          proof ? <ApprovedProof key={order_line_id} proof={proof} /> : null,
        )}
        {request.photos.length > 0 ? <ReturnPhotos names={request.photos} /> : null}
      </div>
      {isOpen && request.photos.length < maxPhotos ? (
        <div className="no-print">
          <AddPhoto returnId={request.id} />
        </div>
      ) : null}
      {maySend ? (
        <ask.Form method="post" className="grid gap-3">
          <input type="hidden" name="part" value={request.id} />
          <p className="text-sm">{words.sendTo(request.number)}</p>
          <Field label={words.courier} optional>
            {(parts) => <TextInput {...parts} name="courier" maxLength={60} />}
          </Field>
          <Field label={words.trackingNumber} optional>
            {(parts) => (
              <TextInput
                {...parts}
                name="tracking_number"
                maxLength={60}
                autoComplete="off"
                className="figures"
              />
            )}
          </Field>
          <Button type="submit" name="intent" value="return-sent" icon="truck">
            {words.send}
          </Button>
        </ask.Form>
      ) : null}
      {isOpen || maySend ? (
        <ask.Form method="post">
          <input type="hidden" name="part" value={request.id} />
          <Button type="submit" look="quiet" name="intent" value="return-cancel">
            {words.cancel}
          </Button>
        </ask.Form>
      ) : null}
    </>
  );
}

function AddPhoto({ returnId }: { returnId: string }) {
  const { own: words } = useReturnWords();
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<"idle" | "sending" | "sent" | "failed">("idle");
  const send = async (file: File) => {
    await sendReturnPhoto(returnId, await shrinkPhoto(file));
    await revalidate();
  };
  return (
    <Field
      label={words.addPhoto}
      hint={words.photoHint}
      error={state === "failed" ? words.photoFailed : undefined}
    >
      {(parts) => (
        <>
          <FileInput
            {...parts}
            action={words.choosePhoto}
            accept={photoTypes}
            disabled={state === "sending"}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = "";
              if (!file) return;
              setState("sending");
              send(file).then(
                () => setState("sent"),
                (error: unknown) => {
                  console.error("The picture was not sent", error);
                  setState("failed");
                },
              );
            }}
          />
          <span role="status" className="text-sm text-muted">
            {state === "sending" ? words.uploading : state === "sent" ? words.photoSent : ""}
          </span>
        </>
      )}
    </Field>
  );
}
