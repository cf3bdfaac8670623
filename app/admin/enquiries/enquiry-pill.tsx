import { useEnquiryWords } from "#app/admin/enquiries/messages/enquiries.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { EnquiryStatus } from "#shop/customers/enquiries/enquiry.ts";

const looks: Record<EnquiryStatus, { copy: Copy; icon: IconName }> = {
  new: { copy: "yellow", icon: "mail" },
  answered: { copy: "green", icon: "check" },
  closed: { copy: "white", icon: "ban" },
};

export function EnquiryPill({ status }: { status: EnquiryStatus }) {
  const words = useEnquiryWords();
  return <Pill {...looks[status]}>{words.statuses[status]}</Pill>;
}
