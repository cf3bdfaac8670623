/*
 * On a page that is complete to look at, pictures and fonts come before scripts: on a slow connection they would
 * share it. The server writes the scripts inert (see page-stream.server.ts); they begin when everything in sight has
 * loaded and the browser says that it has painted it (on a quick line all has loaded before the first frame), at the
 * visitor's first move, or after three seconds. Their preloads stay inert: all files
 * at once would share the line with what is still on its way to be seen. A press on a button in the meantime is repeated as
 * soon as the page is alive.
 */

/** Exactly as long as what they replace, so that the server can write them in place. */
export const inertPreload = 'rel="prepare"      ';
export const inertModule = 'type="later"          ';

const beginEvent = "page-begin";
const aliveEvent = "page-alive";

export const lateScripts = `(function(){var old=document.querySelector("script[type=later]"),pressed;if(!old)return;function begin(){if(!old)return;var script=document.createElement("script");script.type="module";script.nonce=old.nonce;script.textContent=old.textContent;old.replaceWith(script);old=null}function press(event){begin();var button=event.target.closest&&event.target.closest("button[type=button]");if(button)pressed=button}var moves=["pointerdown","pointermove","keydown","touchstart","focusin","scroll"];moves.forEach(function(move){addEventListener(move,begin,{capture:true,once:true,passive:true})});addEventListener("click",press,true);addEventListener("${beginEvent}",function(){removeEventListener("click",press,true)},{once:true});addEventListener("${aliveEvent}",function(){if(pressed&&pressed.isConnected)pressed.click()},{once:true});function painted(){var type="largest-contentful-paint";if((PerformanceObserver.supportedEntryTypes||[]).indexOf(type)<0)begin();else new PerformanceObserver(function(list,observer){observer.disconnect();begin()}).observe({type:type,buffered:true})}function shown(){requestAnimationFrame(function(){setTimeout(painted)})}if(document.readyState==="complete")shown();else addEventListener("load",shown);setTimeout(begin,3000)})()`;

/** From now on React sees every press itself, also while it takes the page over. */
export function announceBegin(): void {
  dispatchEvent(new Event(beginEvent));
}

/** The page answers to the visitor from now on. */
export function announceAlive(): void {
  document.documentElement.dataset.alive = "";
  dispatchEvent(new Event(aliveEvent));
}
