import { useId, useRef } from "react";
import { useCustomisationWords } from "#app/account/customisations/messages/customisation.ts";
import { usePaymentWords } from "#app/account/payment/messages/payment.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { CopyButton } from "#app/ui/domain/copy-button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { DesignCard, DesignShare } from "#shop/production/customisations/customisation.ts";

interface ShareDialogProps {
  card: DesignCard;
  open: boolean;
  onClose: () => void;
  /** Makes and ends the link; the page shows the result. */
  onAsk: (form: Record<string, string>) => void;
}

/** The link by which others see a design: made, sent, ended. */
export function ShareDialog({ card, open, onClose, onAsk }: ShareDialogProps) {
  const { share: words } = useCustomisationWords();
  return (
    <Dialog open={open} onClose={onClose} title={words.title(card.name)} place="small">
      {card.share ? (
        <Shared share={card.share} onRevoke={() => onAsk({ intent: "revoke" })} />
      ) : (
        <ShareForm hasPictures={card.has_pictures} onAsk={onAsk} />
      )}
    </Dialog>
  );
}

function ShareForm({
  hasPictures,
  onAsk,
}: {
  hasPictures: boolean;
  onAsk: ShareDialogProps["onAsk"];
}) {
  const { share: words } = useCustomisationWords();
  // A press repeated after a lost answer makes one link.
  const key = useRef(crypto.randomUUID());
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const may = new FormData(event.currentTarget).has("pictures");
        onAsk({ intent: "share", key: key.current, pictures: may ? "1" : "" });
      }}
    >
      <p>{words.lead}</p>
      {hasPictures ? <Checkbox name="pictures" label={words.pictures} /> : null}
      <Button type="submit" autoFocus className="justify-self-start">
        {words.make}
      </Button>
    </form>
  );
}

function Shared({ share, onRevoke }: { share: DesignShare; onRevoke: () => void }) {
  const { share: words } = useCustomisationWords();
  const { copied } = usePaymentWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const hintId = useId();
  if (share.hidden) return <Notice tone="warning">{words.hidden[share.hidden]}</Notice>;
  const address = `${location.origin}${to(`/Design/${share.token}`)}`;
  const message = encodeURIComponent(words.message(address));
  return (
    <div className="grid gap-4">
      <Field label={words.link}>
        {(parts) => (
          <TextInput
            {...parts}
            aria-describedby={hintId}
            readOnly
            autoFocus
            value={address}
            className="figures"
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      <p id={hintId} className="text-sm text-muted">
        {words.since(formatMoment(share.created_at, language, zone))}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={address} label={words.copy} copied={copied} />
        <a
          href={`https://wa.me/?text=${message}`}
          target="_blank"
          rel="noopener noreferrer"
          className="link inline-flex min-h-11 items-center"
        >
          {words.whatsapp}
        </a>
      </div>
      <Button look="danger" className="justify-self-start" onClick={onRevoke}>
        {words.revoke}
      </Button>
    </div>
  );
}
