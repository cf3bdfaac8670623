export interface ImageCache {
  readonly placeholder?: never;
}
