/** A piece of clip art in one revision: paths in its own box, from the corner (0, 0). */
export interface ClipArt {
  readonly w: number;
  readonly h: number;
  /** Colours that a layer may replace by its own, in order. */
  readonly colours: readonly string[];
  readonly paths: readonly {
    /** Absolute M, L, Q, C and Z. */
    readonly path: string;
    /** Index of its colour. */
    readonly colour: number;
    /** Width of the stroke in the art's units; absent: the path is filled. */
    readonly stroke?: number;
  }[];
}

/** Clip art by id and revision, e.g. `heart@1`. */
export type ClipLibrary = ReadonlyMap<string, ClipArt>;
