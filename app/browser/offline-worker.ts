/*
 * The service worker (server/endpoints/service-worker.ts) comes late: whoever looks at one page and leaves never pays for
 * it. Kept as text because it is inlined; no script file carries it.
 */

/** Milliseconds after everything has loaded. */
const timeoutMs = 8_000;

export const registerWorker = `addEventListener("load",function(){setTimeout(function(){if(navigator.serviceWorker)navigator.serviceWorker.register("/sw.js").catch(function(error){console.warn("no offline page",error)})},${timeoutMs})});`;
