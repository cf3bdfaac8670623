import { useLocalPath } from "#app/language.ts";
import { DesignImage } from "#app/ui/domain/design/design-image.tsx";
import { Picture } from "#app/ui/domain/picture.tsx";
import type { OrderPicture as Shown } from "#shop/orders/order.ts";

/** What a line of an order is: personalised goods with their design. */
export function OrderPicture({ picture, sizes }: { picture: Shown; sizes: string }) {
  const to = useLocalPath();
  const { design } = picture;
  return design ? (
    <DesignImage
      src={`${to(`/design/line/${design.line}/mockup`)}?proof=${design.proof}`}
      sizes={sizes}
      printed={[]}
    />
  ) : (
    <Picture picture={picture} sizes={sizes} widest={320} alt={picture.alt} />
  );
}
