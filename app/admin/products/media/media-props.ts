import type { ProductPicture } from "#shop/catalogue/media/media.ts";
import type { ProductOfPictures } from "#shop/catalogue/media/read-pictures.server.ts";
import type { Grip } from "./drag-sort.tsx";
import type { MediaAnswer } from "./media-action.server.ts";
import type { UploadQueue } from "./upload-queue.ts";

export interface ProductMediaProps {
  productId: string;
  /** In order. */
  pictures: ProductOfPictures["pictures"];
  variants: ProductOfPictures["variants"];
  options: ProductOfPictures["options"];
  /** What a form without script was answered with. */
  answer?: MediaAnswer | undefined;
}

export interface PictureRowProps extends Omit<ProductMediaProps, "pictures"> {
  picture: ProductPicture;
  /** 0 is the first. */
  place: number;
  count: number;
  /** Where the forms are posted. */
  action: string;
  queue: UploadQueue;
  isAlive: boolean;
  onPlace: (place: number) => void;
  /** Set once dragging is loaded. */
  grip: Grip | undefined;
  /** A handle was touched for the first time. */
  onTouch: () => void;
}
