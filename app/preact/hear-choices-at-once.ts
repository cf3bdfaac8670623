import type { Options, VNode } from "preact";

/**
 * A tick, a choice or a list tells its `onChange` by the `input` event. Browsers send `input` and then `change`, and Preact renders between
 * them: where a form hears of an `input` and renders, a controlled tick is set back before its own handler reads it. React listens
 * to the click, which comes before both.
 * @param options Preact's hooks, after those of `preact/compat`
 */
export function hearChoicesAtOnce(options: Options): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    if (typeof vnode.type === "string") hearAtOnce(vnode as VNode<Props>);
    before?.(vnode);
  };
}

interface Props {
  type?: string;
  onChange?: unknown;
  onInput?: unknown;
}

function hearAtOnce({ type, props }: VNode<Props>): void {
  if (props.onChange === undefined || props.onInput !== undefined) return;
  const isChoice = props.type === "checkbox" || props.type === "radio";
  if (type !== "select" && !(type === "input" && isChoice)) return;
  props.onInput = props.onChange;
  delete props.onChange;
}
