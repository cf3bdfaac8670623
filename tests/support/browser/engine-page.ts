/** What a page needs of the protocol that drives it. */
export interface Driver {
  /** Opens an address and waits until it has loaded. */
  goto(address: string): Promise<void>;
  /** Evaluates an expression, whose promise it awaits. @returns its string */
  evaluate(expression: string): Promise<string>;
  /** Moves devices: https://www.w3.org/TR/webdriver2/#actions. Positions are pixels of the window. */
  perform(devices: readonly object[]): Promise<void>;
  /** @param width of the page in pixels; a WebKit window has at least 447 */
  resize(width: number, height: number): Promise<void>;
}

/** The one page of an engine, and the hands of a person on it. */
export interface EnginePage extends Pick<Driver, "goto" | "resize"> {
  /** Opens an address of the shop and waits until the page takes input. */
  open(address: string): Promise<void>;
  /** Calls a function inside the page until it answers something. Arguments and answer are JSON. */
  until<Answer, Values extends readonly unknown[]>(
    action: (...values: Values) => Answer,
    ...values: Values
  ): Promise<NonNullable<Answer>>;
  /**
   * Waits until something is seen under a name and takes presses: it rests, is enabled, and nothing else lies on its middle.
   * @param selector CSS
   * @param name the beginning of its label or text
   * @returns its middle, in pixels of the window
   */
  see(selector: string, name?: string): Promise<Point>;
  /** Presses what is seen so. */
  press(selector: string, name?: string): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  /** Drags from a point of the window, by pixels. */
  drag(from: Point, by: Point): Promise<void>;
  /** Ends the engine. */
  close(): Promise<void>;
  /** Errors of the page: uncaught exceptions and refused scripts. */
  readonly complaints: readonly string[];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** How long something may take to appear, in milliseconds. */
const timeoutMs = 15_000;

export function pageOf(driver: Driver): Omit<EnginePage, "close" | "complaints"> {
  async function until<Answer, Values extends readonly unknown[]>(
    action: (...values: Values) => Answer,
    ...values: Values
  ): Promise<NonNullable<Answer>> {
    const call = `Promise.resolve((${action})(...${JSON.stringify(values)}))`;
    const expression = `${call}.then((answer) => JSON.stringify(answer ?? null))`;
    const end = Date.now() + timeoutMs;
    for (;;) {
      // A page that is left while it is asked answers nothing.
      const answer: unknown = await driver
        .evaluate(expression)
        .then(JSON.parse, (error: unknown) => {
          if (Date.now() > end) throw error;
        });
      if (answer) return answer as NonNullable<Answer>;
      if (Date.now() > end) throw new Error(`Waited for ${action} of ${JSON.stringify(values)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const see = (selector: string, name = "") => until(middleOf, selector, name);
  const mouse = (...actions: readonly object[]) =>
    driver.perform([{ type: "pointer", id: "mouse", actions }]);
  const down = { type: "pointerDown", button: 0 };
  const up = { type: "pointerUp", button: 0 };
  const move = ({ x, y }: Point, duration = 0) => ({ type: "pointerMove", x, y, duration });
  return {
    goto: driver.goto,
    resize: driver.resize,
    until,
    async open(address) {
      await driver.goto(address);
      await until(() => "alive" in document.documentElement.dataset);
    },
    see,
    async press(selector, name) {
      await mouse(move(await see(selector, name)), down, up);
    },
    async type(text) {
      const actions = [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await driver.perform([{ type: "key", id: "keys", actions }]);
    },
    async drag({ x, y }, by) {
      const half = { x: x + Math.round(by.x / 2), y: y + Math.round(by.y / 2) };
      await mouse(move({ x, y }), down, move(half, 50), move({ x: x + by.x, y: y + by.y }, 50), up);
    },
  };
}

/** Runs inside the page, for `see`. */
function middleOf(selector: string, name: string): Point | undefined {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  const found = [...(dialog ?? document).querySelectorAll<HTMLElement>(selector)].find((one) => {
    const { labels } = one as HTMLInputElement;
    const texts = [one.getAttribute("aria-label"), labels?.[0]?.textContent, one.textContent];
    if (one.matches(":disabled, [aria-disabled=true]")) return false;
    const isNamed = texts.some((text) => text?.trim().startsWith(name));
    return isNamed && one.checkVisibility() && one.getClientRects().length > 0;
  });
  if (!found) return;
  const isMoving = ({ effect, playState }: Animation) =>
    playState === "running" && (effect as KeyframeEffect | null)?.target?.contains(found);
  if (document.getAnimations().some(isMoving)) return;
  found.scrollIntoView({ block: "center", behavior: "instant" });
  const [box] = found.getClientRects();
  if (!box) return;
  const x = Math.round(box.x + box.width / 2);
  const y = Math.round(box.y + box.height / 2);
  const there = document.elementFromPoint(x, y);
  return there && (found.contains(there) || there.contains(found)) ? { x, y } : undefined;
}
