// @ts-check
/** Drawing anew without disturbing what stays: the browser then lays out and paints only what changed. */

/**
 * Give an element new children. Of those that it has, the ones that look the same stay, with their listeners, the focus
 * and whatever moves; so a listener may depend only on what can be seen.
 *
 * @param {Element} parent
 * @param {readonly Node[]} children
 */
export function replace(parent, children) {
  children.forEach((child, place) => {
    const [here, next] = [parent.childNodes[place] ?? null, parent.childNodes[place + 1]];
    if (here?.isEqualNode(child)) return;
    if (here && next?.isEqualNode(child)) here.remove();
    else parent.insertBefore(child, here);
  });
  while (parent.childNodes.length > children.length) parent.lastChild?.remove();
}
