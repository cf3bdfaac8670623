import { useLocalPath } from "#app/language.ts";
import { useProofWaitsWords } from "#app/messages/shared/proof-waits.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";

interface ProofNoticeProps {
  order: { readonly id: string; readonly number: string };
  /** Shows the order's number, for pages other than the order's. */
  isNumbered?: boolean;
}

/** A proof of the order needs the buyer's approval. Production is paused until then. */
export function ProofNotice({ order, isNumbered = false }: ProofNoticeProps) {
  const words = useProofWaitsWords();
  const to = useLocalPath();
  return (
    <Notice
      tone="warning"
      action={
        <ButtonLink to={to(`/dashboard/orders/${order.id}/Customisation`)}>{words.open}</ButtonLink>
      }
    >
      <b className="block">{words.title}</b>
      {isNumbered ? words.ofOrder(order.number) : words.text}
    </Notice>
  );
}
