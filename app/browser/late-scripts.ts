/*
 * On pages that work without scripts at first, pictures and fonts load before scripts, which would share a slow
 * connection. The server writes the scripts inert (see delay-scripts.server.ts). They start once everything visible has
 * loaded and the browser has reported its paint (docs/why/screens.md; on a fast connection all has loaded before the first
 * frame), at the visitor's first input, or after three seconds. A pointer that rests on the page is no input: browsers
 * report a movement of zero when the page appears below it. Their preloads stay inert, so that they do not compete with
 * visible content. early-input.ts replays the visitor's input after hydration.
 */

/** What the server writes in place of `<link rel="modulepreload"` and `type="module" async=""`. */
export const inertPreload = '<link rel="prepare"';
export const inertModule = 'type="later"';

export const lateScripts = `(function(){var old=document.querySelector("script[type=later]");if(!old)return;function begin(){if(!old)return;var script=document.createElement("script");script.type="module";script.nonce=old.nonce;script.textContent=old.textContent;old.replaceWith(script);old=null}var moves=["pointerdown","pointermove","keydown","touchstart","focusin","scroll"];moves.forEach(function(move){addEventListener(move,function(event){if(event.movementX!==0||event.movementY!==0||move!=="pointermove")begin()},{capture:true,passive:true})});function painted(){var type="largest-contentful-paint";if((PerformanceObserver.supportedEntryTypes||[]).indexOf(type)<0)begin();else new PerformanceObserver(function(list,observer){observer.disconnect();begin()}).observe({type:type,buffered:true})}function shown(){requestAnimationFrame(function(){setTimeout(painted)})}if(document.readyState==="complete")shown();else addEventListener("load",shown);setTimeout(begin,3000)})()`;
