/*
 * The service worker (server/endpoints/service-worker.ts) is registered late, so that a single page view does not
 * load it. A string because it is inlined; no script file contains it.
 */

/** Milliseconds after everything has loaded. */
const timeoutMs = 8_000;

export const registerWorker = `addEventListener("load",function(){setTimeout(function(){if(navigator.serviceWorker)navigator.serviceWorker.register("/sw.js").catch(function(error){console.warn("no offline page",error)})},${timeoutMs})});`;
