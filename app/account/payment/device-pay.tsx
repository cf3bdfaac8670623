import { useState } from "react";
import { useDeviceWalletWords } from "#app/account/payment/messages/device-wallet.ts";
import { useBuyingWords, wordsFor } from "#app/messages/shared/buying.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatRupiah, type Rupiah } from "#shop/kernel/money.ts";
import { ChallengeDialog } from "./card-payment.tsx";
import { useCardPayment } from "./use-card-payment.ts";

interface DevicePayProps {
  client: Readonly<Record<string, string>>;
  amount: Rupiah;
  onPaid: () => void;
  isSettling: boolean;
}

/** One token for each test outcome; each has its card's last digits. */
const tokens = ["kept_4242", "kept_3155", "kept_9995", "kept_0002"] as const;

/**
 * Pays with the built-in provider's wallet: a sheet like a browser's payment sheet, which approves the amount with a
 * stored card. Closing it changes nothing.
 */
export function DevicePay({ client, amount, onPaid, isSettling }: DevicePayProps) {
  const words = useDeviceWalletWords();
  const { card } = useBuyingWords();
  const payment = useCardPayment(onPaid);
  const [isOpen, setIsOpen] = useState(false);
  const [token, setToken] = useState<string>(tokens[0]);
  const approve = async () => {
    await payment.approve(client, token);
    setIsOpen(false);
  };
  return (
    <div className="grid justify-items-start gap-4 bg-card p-5 text-ink">
      {payment.problem ? (
        <Notice tone="error">{wordsFor(card.errors, payment.problem, "card_declined")}</Notice>
      ) : null}
      <p>{words.text}</p>
      <Button busy={isSettling} onClick={() => setIsOpen(true)}>
        {isSettling ? card.checking : words.open}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={words.title}
        place="sheet"
        footer={
          <div className="mx-auto flex w-full max-w-xl flex-wrap gap-3">
            <Button busy={payment.busy} onClick={() => void approve()}>
              {words.approve(formatRupiah(amount))}
            </Button>
            <Button look="bare" onClick={() => setIsOpen(false)}>
              {words.cancel}
            </Button>
          </div>
        }
      >
        <div className="mx-auto grid w-full max-w-xl gap-5">
          <p className="flex items-baseline justify-between gap-4">
            {words.amount} <b className="money text-2xl">{formatRupiah(amount)}</b>
          </p>
          <fieldset className="grid gap-2">
            <legend className="printed mb-2 font-sans text-muted">{words.cards}</legend>
            {tokens.map((value) => (
              <label
                key={value}
                className="flex min-h-12 flex-wrap items-center gap-x-3 border border-control bg-card px-4 py-2 has-checked:border-2 has-checked:border-carbon has-checked:px-[15px] has-checked:py-[7px]"
              >
                <input
                  type="radio"
                  name="kept-card"
                  value={value}
                  checked={value === token}
                  disabled={payment.busy}
                  onChange={() => setToken(value)}
                  className="size-4 shrink-0 accent-carbon"
                />
                <span className="figures grow whitespace-nowrap">
                  {words.card(value.slice(-4))}
                </span>
                <span className="text-sm text-muted">{words.outcomes[value]}</span>
              </label>
            ))}
          </fieldset>
          <p className="text-sm text-muted">{words.test}</p>
        </div>
      </Dialog>
      <ChallengeDialog open={payment.isChallenged} onAnswer={payment.answer} />
    </div>
  );
}
