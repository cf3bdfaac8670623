import { type FormEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { OrderAnswer } from "#app/account/order-action.server.ts";
import { usePaymentWords } from "#app/account/payment/messages/payment.ts";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { shrinkPhoto } from "#app/browser/shrink-photo.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { FileInput } from "#app/ui/file-input.tsx";
import {
  largestProof,
  proofBucket,
  proofTypes,
} from "#shop/orders/payments/attempts/payment-page.ts";

type Problem = "proof_missing" | "proof_too_large" | "proof_type" | "proof_failed";

const endings: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/pdf": "pdf",
};

/** Sends a picture of a transfer into a private folder that only its payer and staff see. */
export function ProofForm({ paymentId }: { paymentId: string }) {
  const words = usePaymentWords();
  const form = useRef<HTMLFormElement>(null);
  const reply = useFetcher<OrderAnswer>();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [chosen, setChosen] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get("proof");
    setIsSending(true);
    const file = given instanceof File ? await shrinkPhoto(given) : given;
    const wrong = whatIsWrong(file);
    setProblem(wrong);
    if (wrong || !(file instanceof File)) return setIsSending(false);
    const { storage } = await sessionClient();
    const name = `${paymentId}/${crypto.randomUUID()}.${endings[file.type]}`;
    const { error } = await storage
      .from(proofBucket)
      .upload(name, file, { contentType: file.type });
    setIsSending(false);
    if (error) {
      console.error("The proof was not stored", error);
      setProblem("proof_failed");
      return;
    }
    form.current?.reset();
    setChosen(undefined);
    await reply.submit({ intent: "proof" }, { method: "post" });
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => void send(event)}
      noValidate
      className="grid gap-4 border-t border-rule pt-4"
    >
      <Field
        label={words.transfer.proof}
        hint={words.transfer.proofHint}
        error={problem ? words.problems[problem] : undefined}
      >
        {(parts) => (
          <FileInput
            {...parts}
            name="proof"
            action={words.transfer.choose}
            chosen={chosen}
            accept={proofTypes.join(",")}
            onChange={(event) => setChosen(event.target.files?.[0]?.name)}
          />
        )}
      </Field>
      <Button
        type="submit"
        look="quiet"
        className="justify-self-start"
        busy={isSending || reply.state !== "idle"}
      >
        {words.transfer.send}
      </Button>
    </form>
  );
}

function whatIsWrong(file: FormDataEntryValue | null): Problem | null {
  if (!(file instanceof File) || file.size === 0) return "proof_missing";
  if (file.size > largestProof) return "proof_too_large";
  return proofTypes.some((type) => type === file.type) ? null : "proof_type";
}
