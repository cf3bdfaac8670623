import { Section } from "#app/admin/kit/section.tsx";
import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";

/** Leads from a product to where and how it is printed. */
export function PrintingLink({ productId }: { productId: string }) {
  const words = usePrintingWords();
  const to = useLocalPath();
  return (
    <Section title={words.title} hint={words.linkHint}>
      <Link to={to(`/admin/Products/${productId}/Printing`)} className="link justify-self-start">
        {words.link}
      </Link>
    </Section>
  );
}
