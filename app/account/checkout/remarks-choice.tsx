import { type ComponentProps, useState } from "react";
import { useRemarksWords } from "#app/messages/shared/remarks.ts";
import { RemarksFields } from "#app/ui/domain/order/remarks-fields.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Remarks } from "#shop/orders/remarks/remarks.ts";

interface RemarksChoiceProps
  extends Pick<ComponentProps<typeof RemarksFields>, "disabled" | "onChange"> {
  remarks: Remarks;
}

/** The note to the shop and the gift, folded because few orders have them. */
export function RemarksChoice({ remarks, disabled, onChange }: RemarksChoiceProps) {
  const { title } = useRemarksWords();
  const [isOpen] = useState(() => remarks.note !== "" || remarks.gift !== null);
  return (
    <details open={isOpen} className="group border border-rule bg-card px-5">
      <summary className="flex min-h-12 cursor-pointer items-center justify-between font-semibold">
        {title}
        <Icon name="chevron-down" className="size-5 group-open:rotate-180" />
      </summary>
      <div className="pb-5">
        <RemarksFields value={remarks} disabled={disabled} onChange={onChange} />
      </div>
    </details>
  );
}
