import { useLayoutEffect, useRef } from "react";
import { useCaptchaForm } from "#app/browser/captcha/use-captcha-form.ts";
import { useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { useStockAlertWords } from "#app/storefront/item/messages/stock-alert.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { CaptchaForm } from "#app/ui/domain/captcha-form.tsx";
import { EmailInput } from "#app/ui/domain/contact-inputs.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { StockAlertAnswer } from "../api/stock-alert.ts";

interface StockAlertProps {
  variantId: string;
  /** As the dialog's reader should see it, with its options. */
  product: string;
  siteKey: string | undefined;
  onClose: () => void;
}

/** Form of a stock alert for a sold-out variant. Loaded on demand: most variants are available. */
export function StockAlert(props: StockAlertProps) {
  const words = useStockAlertWords();
  return (
    <Dialog open onClose={props.onClose} title={words.title} place="small">
      <StockAlertForm {...props} />
    </Dialog>
  );
}

/** One address, one mail. */
function StockAlertForm({ variantId, product, siteKey, onClose }: StockAlertProps) {
  const words = useStockAlertWords();
  const to = useLocalPath();
  const { answer, failure, ...state } = useCaptchaForm<StockAlertAnswer>({
    action: "stock_alert",
    path: to("/api/stock-alert"),
    siteKey,
    posted: undefined,
    isDone: (reply) => "stored" in reply,
  });
  if (answer && "stored" in answer) return <Stored email={answer.stored.email} onClose={onClose} />;
  const problem = failure ?? answer?.failure;
  const emailProblem = answer?.problems?.email;
  return (
    <CaptchaForm state={state} siteKey={siteKey} words={words}>
      <p>{words.lead(product)}</p>
      {problem ? <Notice tone="error">{words.failures[problem]}</Notice> : null}
      <input type="hidden" name="variant_id" value={variantId} />
      <Field
        label={words.email}
        error={emailProblem ? wordsFor(words.errors, emailProblem, "required") : undefined}
      >
        {(parts) => <EmailInput {...parts} name="email" enterKeyHint="send" />}
      </Field>
    </CaptchaForm>
  );
}

function Stored({ email, onClose }: { email: string; onClose: () => void }) {
  const words = useStockAlertWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {words.sentTitle}
      </h3>
      <p className="wrap-anywhere">{words.sentText(email)}</p>
      <Button look="quiet" onClick={onClose}>
        {words.close}
      </Button>
    </div>
  );
}
