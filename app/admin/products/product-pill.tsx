import { useProductWords } from "#app/admin/products/messages/products.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { ProductState } from "#shop/catalogue/products/product.ts";

const looks: Record<ProductState, { copy: Copy; icon: IconName }> = {
  draft: { copy: "white", icon: "pen-line" },
  scheduled: { copy: "yellow", icon: "clock" },
  published: { copy: "green", icon: "circle-check" },
  archived: { copy: "white", icon: "ban" },
};

export function ProductPill({ state }: { state: ProductState }) {
  const { states } = useProductWords();
  return <Pill {...looks[state]}>{states[state]}</Pill>;
}
