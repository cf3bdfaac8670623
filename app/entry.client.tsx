import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import "#app/browser/focus/press.ts";
import { retrying } from "./browser/retrying-fetch.ts";

// For all requests: the router's data, the backend's client, the screens.
window.fetch = retrying(window.fetch.bind(window));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    // Called for errors outside of the routes' error boundaries.
    { onUncaughtError: (error) => console.error("Error while mounting app", error) },
  );
});
