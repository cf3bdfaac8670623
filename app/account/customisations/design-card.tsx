import { useEffect, useId, useState } from "react";
import { useFetcher } from "react-router";
import { useCustomisationWords } from "#app/account/customisations/messages/customisation.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button, ButtonLink, IconButton } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/domain/confirm-dialog.tsx";
import { DesignSides } from "#app/ui/domain/design/design-sides.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Pill } from "#app/ui/pill.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { DesignCard as Card } from "#shop/production/customisations/customisation.ts";
import { maxDesignNameLength } from "#shop/production/customisations/customisation.ts";
import { useFocusBack } from "../focus-back.ts";
import type { DesignsAnswer } from "./customisations-action.server.ts";
import { DesignPreview } from "./design-preview.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import { StagePill } from "./stage-pill.tsx";

interface DesignCardProps {
  card: Card;
  /** Copies and deletes; the page shows the result. */
  onAsk: (form: Record<string, string>) => void;
}

export function DesignCard({ card, onAsk }: DesignCardProps) {
  const words = useCustomisationWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const [renaming, setRenaming] = useState(false);
  const [removing, setRemoving] = useState(false);
  const opener = useFocusBack(renaming);
  const titleId = useId();
  const { id, kind, name, order, product, share } = card;
  const isOnBoard = card.sides.length > 0;
  const [sharing, setSharing] = useState(false);

  return (
    <article aria-labelledby={titleId} className="flex h-full flex-col border border-rule bg-card">
      {isOnBoard ? (
        <DesignSides
          src={`${to(`/api/saved-designs/${id}/mockup`)}?of=${Date.parse(card.changed_at)}&`}
          sides={card.sides}
          name={name}
          width={360}
        />
      ) : (
        <DesignPreview name={name} design={card.design} />
      )}
      <div className="flex grow flex-col gap-3 border-t border-rule p-4">
        {renaming ? (
          <RenameForm id={id} name={name} onClose={() => setRenaming(false)} />
        ) : (
          <div className="flex items-start justify-between gap-3">
            <h2 id={titleId} className="min-w-0 font-sans text-base font-semibold wrap-anywhere">
              {name}
            </h2>
            <span className="flex shrink-0 flex-wrap justify-end gap-1">
              {share ? (
                <Pill
                  copy={share.hidden ? "stamp" : "green"}
                  icon={share.hidden ? "eye-off" : "eye"}
                >
                  {share.hidden ? words.share.pillHidden : words.share.pill}
                </Pill>
              ) : null}
              <StagePill stage={card.stage} />
            </span>
          </div>
        )}
        <p className="text-sm text-muted">
          {product?.slug ? (
            <Link to={to(`/item/${product.slug}`)} className="link">
              {product.name}
            </Link>
          ) : (
            product?.name
          )}
          {card.variant ? <span className="block">{card.variant}</span> : null}
          {order ? <span className="block">{words.ofOrder(order.number)}</span> : null}
          <span className="block">
            {words.changed(formatMoment(card.changed_at, language, zone))}
          </span>
        </p>
        <div className="mt-auto flex flex-wrap items-center gap-2">
          {order ? (
            <ButtonLink
              look={card.stage === "answer" ? "primary" : "quiet"}
              to={to(`/dashboard/orders/${order.id}/Customisation`)}
              className="grow"
            >
              {card.stage === "answer" ? words.answer : words.open}
            </ButtonLink>
          ) : null}
          {kind === "draft" && isOnBoard && product?.slug ? (
            <ButtonLink
              look="quiet"
              className="grow"
              // The designer has another content security policy.
              reloadDocument
              to={`${to(`/item/${product.slug}/Design`)}?design=${id}`}
            >
              {words.goOn}
            </ButtonLink>
          ) : null}
          {kind === "draft" && isOnBoard && product?.slug ? (
            <Button
              look="quiet"
              aria-label={words.share.openOf(name)}
              onClick={() => setSharing(true)}
            >
              {words.share.open}
            </Button>
          ) : null}
          {kind === "draft" || card.design ? (
            <IconButton
              icon="copy"
              label={words.duplicateOf(name)}
              onClick={() => onAsk({ intent: "duplicate", id, key: crypto.randomUUID() })}
            />
          ) : null}
          {kind === "draft" ? (
            <>
              <IconButton
                ref={opener}
                icon="pen-line"
                label={words.renameOf(name)}
                onClick={() => setRenaming(true)}
              />
              <IconButton
                icon="trash-2"
                label={words.removeOf(name)}
                onClick={() => setRemoving(true)}
              />
            </>
          ) : null}
        </div>
      </div>
      <ShareDialog
        card={card}
        open={sharing}
        onClose={() => setSharing(false)}
        onAsk={(form) => onAsk({ ...form, id })}
      />
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={words.removeTitle(name)}
        confirm={words.remove}
        cancel={words.keep}
        onConfirm={() => onAsk({ intent: "remove", id })}
      >
        {words.removeText}
      </ConfirmDialog>
    </article>
  );
}

function RenameForm({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const words = useCustomisationWords();
  const fetcher = useFetcher<DesignsAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useEffect(() => {
    if (answer?.done) onClose();
  }, [answer, onClose]);
  return (
    <fetcher.Form method="post" noValidate className="grid gap-3">
      <input type="hidden" name="id" value={id} />
      <Field
        label={words.name}
        error={answer?.problem ? wordsFor(words.problems, answer.problem, "unexpected") : undefined}
      >
        {(parts) => (
          <TextInput
            {...parts}
            name="name"
            defaultValue={name}
            maxLength={maxDesignNameLength}
            autoComplete="off"
            autoFocus
            onKeyDown={(event) => {
              if (event.key === "Escape") onClose();
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="rename" busy={fetcher.state !== "idle"}>
          {words.save}
        </Button>
        <Button look="bare" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </fetcher.Form>
  );
}
