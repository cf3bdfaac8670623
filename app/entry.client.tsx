import { options, type VNode } from "preact";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import "./browser/press.ts";
import { retrying } from "./browser/retrying-fetch.ts";
import { hearChoicesAtOnce } from "./preact/hear-choices-at-once.ts";

// For all requests: the router's data, the backend's client, the screens.
window.fetch = retrying(window.fetch.bind(window));

// As React does: what an input changes has had its effects before the next input, so the focus is where the next key goes.
// Other effects run in a task of their own: the router is done then with the answer that an effect may navigate away from.
const { port1: receiver, port2: sender } = new MessageChannel();
let runEffects = () => {};
receiver.onmessage = () => runEffects();
options.requestAnimationFrame = (callback) => {
  runEffects = callback;
  if (isInput(window.event)) queueMicrotask(callback);
  else sender.postMessage(null);
};

hearChoicesAtOnce(options);

function isInput(event: Event | undefined): boolean {
  return (
    event instanceof UIEvent ||
    /^(input|change|submit|reset|toggle|close|cancel)$/.test(event?.type ?? "")
  );
}

// Preact's hook, by its name in the package, for what a screen renders while it hydrates and the document does not have.
Object.assign(options, {
  __m: ({ type }: VNode) => console.error(`Hydration: the document has no <${String(type)}> here`),
});

/**
 * Makes the server's document answer. The router throws a promise until it has read the data of the page. `Layout` renders
 * the content of the document's element, because Preact hydrates what is inside an element (decision 0230).
 */
function hydrateDocument(): void {
  try {
    keepingStrangers(() => hydrateRoot(document.documentElement, <HydratedRouter />));
  } catch (reason) {
    if (reason instanceof Promise) void reason.then(hydrateDocument);
    else console.error("Error while mounting app", reason);
  }
}

/** Hydration removes elements that no screen renders; those of browser extensions in the head and the body stay. */
function keepingStrangers(hydrate: () => void): void {
  const { documentElement, head, body } = document;
  const elements = [head, body, documentElement].flatMap(({ children }) => [...children]);
  for (const element of elements) element.remove = () => {};
  try {
    hydrate();
  } finally {
    for (const element of elements) Reflect.deleteProperty(element, "remove");
  }
}

hydrateDocument();
