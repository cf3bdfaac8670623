/*
 * On a page that is complete to look at, pictures and fonts come before scripts: on a slow connection they would
 * share it. The server writes the scripts inert (see page-stream.server.ts); they begin when everything in sight has
 * loaded and the browser says that it has painted it (decision 0007; on a quick line all has loaded before the first frame), at the
 * visitor's first move, or after three seconds. Their preloads stay inert: all files
 * at once would share the line with what is still on its way to be seen. What the visitor does meanwhile is done again once
 * the page is alive: see early-input.ts.
 */

/** Exactly as long as what they replace, so that the server can write them in place. */
export const inertPreload = 'rel="prepare"      ';
export const inertModule = 'type="later"          ';

export const lateScripts = `(function(){var old=document.querySelector("script[type=later]");if(!old)return;function begin(){if(!old)return;var script=document.createElement("script");script.type="module";script.nonce=old.nonce;script.textContent=old.textContent;old.replaceWith(script);old=null}var moves=["pointerdown","pointermove","keydown","touchstart","focusin","scroll"];moves.forEach(function(move){addEventListener(move,begin,{capture:true,once:true,passive:true})});function painted(){var type="largest-contentful-paint";if((PerformanceObserver.supportedEntryTypes||[]).indexOf(type)<0)begin();else new PerformanceObserver(function(list,observer){observer.disconnect();begin()}).observe({type:type,buffered:true})}function shown(){requestAnimationFrame(function(){setTimeout(painted)})}if(document.readyState==="complete")shown();else addEventListener("load",shown);setTimeout(begin,3000)})()`;
