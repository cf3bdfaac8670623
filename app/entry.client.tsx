import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { announceBegin } from "./browser/late-scripts.ts";

startTransition(() => {
  try {
    announceBegin();
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  } catch (error) {
    console.error("Error while mounting app", error);
  }
});
